import { lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, FileError } from './file-error.ts'

/** The path with all links followed. Fails with the system's error, or `EDANGLING` where a link on the way leads nowhere. */
export function followLinksSync(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    const end = endOf(path)
    if (end === undefined || statSync(end, { throwIfNoEntry: false }) !== undefined) throw error
    throw new FileError({ code: 'EDANGLING', path: end, message: `A link that leads nowhere: ${end}` })
  }
}

/** The longest part of a path that is there, links not followed. */
function endOf(path: string): string | undefined {
  for (let part = path; part !== dirname(part); part = dirname(part)) {
    if (lstatSync(part, { throwIfNoEntry: false }) !== undefined) return part
  }
  return undefined
}
