/** What a path leads to. */
export type FileKind = 'file' | 'directory' | 'other'

/** `link`: a symbolic link, not followed. */
export type EntryKind = FileKind | 'link'

export interface FileStat {
  readonly kind: FileKind
  /** In bytes. */
  readonly size: number
  /** Changes whenever the content may have changed. Absent where the service cannot tell. */
  readonly stamp?: FileStamp
  /** True for a file of /proc, /sys or their kin: its content is made up at each read. */
  readonly isPseudo?: boolean
}

/**
 * Identity and age of a file, for change detection. Clocks of file systems are coarse: an equal key proves that nothing
 * changed only if it was taken more than two seconds after `changedMs`.
 */
export interface FileStamp {
  /** Device, inode, size, mtime and ctime in ns, as one text. */
  readonly key: string
  /** The later of mtime and ctime, in ms since the epoch. */
  readonly changedMs: number
}

export interface DirectoryEntry {
  readonly name: string
  readonly kind: EntryKind
}

/** The start of a file: UTF-8 up to the limit, or up to the first byte that is not. */
export interface FileHead {
  readonly text: string
  /** True when `text` is the whole file. */
  readonly isComplete: boolean
  /** Offset in bytes of the first byte that is not UTF-8; `text` ends before it. */
  readonly invalidByte?: number
  /** Size of the whole file in bytes, when it was opened. */
  readonly size: number
  /** Taken before the first byte was read, so a change during the read shows as a new stamp. */
  readonly stamp?: FileStamp
  /** Where the path leads when its last part is a symbolic link; absent when it is none. */
  readonly realPath?: string
}

/** One answer of `readHeads`; `unchanged`: the file still has the stamp that the caller knows. */
export type HeadAnswer = FileHead | 'unchanged' | Error

export interface FileOptions {
  readonly signal?: AbortSignal | undefined
}

export interface ReadOptions extends FileOptions {
  /** At most this many bytes; a longer file is cut, never inside a character. */
  readonly maxBytes?: number | undefined
}

export interface HeadOptions extends FileOptions {
  /** At most this many bytes of each file. */
  readonly maxBytes: number
  /**
   * The stamp key that the caller knows of each path, in the order of the paths. A service may answer `unchanged`
   * for a file that is no link and still has that stamp, without opening it.
   */
  readonly known?: readonly (string | undefined)[]
}

/**
 * The file service, `ctx.fs`: what a workspace's files are read through.
 *
 * Paths are absolute, as `resolve` returns them. Links are followed everywhere but in `listDir`. Failures reject with
 * an error whose `code` is the system's (`ENOENT`, `EACCES`, `ELOOP`, `EMFILE`, `EIO` …) or one of `FileErrorCode`.
 * The last three calls are optional: a service may leave them out.
 */
export interface FileService {
  /** The absolute, normalised form of `path`; a relative one is taken from `base`, and is refused without. No I/O. */
  resolve(path: string, base?: string): string
  /** Follows links. Rejects with `ENOENT` when nothing is there. */
  stat(path: string, options?: FileOptions): Promise<FileStat>
  /** Names and kinds of what a folder holds, in no particular order, links not followed. */
  listDir(path: string, options?: FileOptions): Promise<readonly DirectoryEntry[]>
  /**
   * The text of a regular file, strict UTF-8. Never blocks on a fifo or device: those reject with `ENOTFILE`.
   * Rejects with a `FileError` of code `ENOTUTF8` when a byte is not UTF-8.
   */
  readText(path: string, options?: ReadOptions): Promise<string>
  /** The path with all links followed. May tell a link that leads nowhere by `EDANGLING`. */
  realPath?(path: string, options?: FileOptions): Promise<string>
  /** What the link at `path` holds, not followed; `undefined` when it is not a link. Rejects when nothing is there. */
  readLink?(path: string, options?: FileOptions): Promise<string | undefined>
  /**
   * The starts of many files in one go, in the order asked for. One that fails is its error; the call itself rejects on
   * abort only. A pseudo file is not read: `ENOTFILE`.
   */
  readHeads?(paths: readonly string[], options: HeadOptions): Promise<readonly HeadAnswer[]>
}
