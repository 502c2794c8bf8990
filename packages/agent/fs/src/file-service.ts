import type {} from '@deepseek-ai/cordis'
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
}

/** Identity and age of a file, for change detection. */
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
  readonly stamp?: FileStamp
}

export interface FileOptions {
  readonly signal?: AbortSignal | undefined
}

export interface ReadOptions extends FileOptions {
  /** At most this many bytes; a longer file is cut, never inside a character. */
  readonly maxBytes?: number | undefined
}

/**
 * The file service, `ctx.fs`: what a workspace's files are read through.
 *
 * Paths are absolute, as `resolve` returns them. Links are followed everywhere but in `listDir`. Failures reject with
 * an error whose `code` is the system's (`ENOENT`, `EACCES`, `ELOOP`, `EMFILE`, `EIO` …) or one of `FileErrorCode`.
 * The last two calls are optional: a service may leave them out.
 */
export interface FileService {
  /** The absolute, normalised form of `path`; a relative one is taken from `base`. No I/O. */
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
  /** The path with all links followed. */
  realPath?(path: string, options?: FileOptions): Promise<string>
  /** The starts of many files in one go, in the order asked for. One that fails is its error; the call itself rejects on abort only. */
  readHeads?(
    paths: readonly string[],
    options: ReadOptions & { readonly maxBytes: number },
  ): Promise<readonly (FileHead | Error)[]>
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    fs: FileService
  }
}
