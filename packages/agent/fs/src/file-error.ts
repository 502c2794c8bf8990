/**
 * Codes beside those of the system. `EDANGLING`: a symbolic link leads nowhere, and `path` of the error is that link.
 * `realPath` tells this from `ENOENT` for any link on the way, `readHeads` for the file itself, no other call does.
 */
export type FileErrorCode = 'EDANGLING' | 'ENOTFILE' | 'ENOTUTF8'

/** A file that is there, but is not what can be read as text. */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly code: FileErrorCode
  readonly path: string
  /** For `ENOTUTF8`: offset of the first bad byte. */
  readonly byte: number | undefined
  /** For `ENOTUTF8`: the text before that byte. */
  readonly validText: string | undefined

  constructor(options: { code: FileErrorCode; path: string; message: string; byte?: number; validText?: string }) {
    super(options.message)
    this.code = options.code
    this.path = options.path
    this.byte = options.byte
    this.validText = options.validText
  }
}

/** The `code` of an error, whether the system's or ours; `undefined` for anything else that was thrown. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether a call failed because too many files are open, in this process or on this machine: it passes. */
export function isOutOfDescriptors(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'EMFILE' || code === 'ENFILE'
}
