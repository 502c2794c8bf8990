import type { DirectoryEntry, FileOptions, FileStat, HeadAnswer, HeadOptions } from '@deepseek-ai/dsh-fs'

/**
 * What this package asks of a file system: all that it knows of `ctx.fs` and of Node.
 *
 * Paths are absolute. Failures are errors whose `code` is the system's or one of `FileErrorCode`. Every call rejects
 * with the signal's reason once it is aborted.
 */
export interface SkillFiles {
  /** False: nobody can say where a link leads, so `realPath` gives back any path that leads somewhere. */
  readonly followsLinks: boolean
  /** The absolute form of `path`, taken from `base`. No I/O. */
  resolve(path: string, base: string): string
  /** Follows links. */
  stat(path: string, options: FileOptions): Promise<FileStat>
  /** In no particular order; links are not followed. */
  listDir(path: string, options: FileOptions): Promise<readonly DirectoryEntry[]>
  /** The path with all links followed. */
  realPath(path: string, options: FileOptions): Promise<string>
  /** The starts of many files, in the order asked for. One that fails is its error; see `FileService.readHeads`. */
  readHeads(paths: readonly string[], options: HeadOptions): Promise<readonly HeadAnswer[]>
}
