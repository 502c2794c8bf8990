import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from './usage-error.ts'

/** The folder to work in, absolute: `--cwd`, else the current one. Throws `UsageError` unless it is a folder. */
export function workingFolder(option: string | boolean | undefined, cwd: string): string {
  const folder = typeof option === 'string' ? resolve(cwd, option) : cwd
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return folder
  throw new UsageError(
    stat ? `not a folder: ${folder}` : `no such folder: ${folder}`,
    'name an existing folder with --cwd DIR',
  )
}
