import { errorCode, FileError } from '@deepseek-ai/dsh-fs'
import { isNoRegularFile, isNotText, unreadable } from './messages.ts'

/** What the model should read when the file service rejected with `error`; `undefined` for what is no failure of a file. */
export function describeFailure(path: string, error: unknown): string | undefined {
  const code = errorCode(error)
  if (code === undefined || !(error instanceof Error)) return undefined
  if (code === 'ENOTFILE') return isNoRegularFile(path)
  if (code !== 'ENOTUTF8') return unreadable(path, code, error.message)
  const where = error instanceof FileError && error.byte !== undefined ? ` (byte ${error.byte})` : ''
  return isNotText(path, `it is not UTF-8${where}`)
}
