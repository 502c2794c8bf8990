import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, FileError } from './file-error.ts'

/** The path with all links followed. Rejects with the system's error, or `EDANGLING` where a link on the way leads nowhere. */
export async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    const end = await endOf(path)
    if (end === undefined || (await isThere(stat, end))) throw error
    throw new FileError({ code: 'EDANGLING', path: end, message: `A link that leads nowhere: ${end}` })
  }
}

/** The longest part of a path that is there, links not followed. */
async function endOf(path: string): Promise<string | undefined> {
  for (let part = path; part !== dirname(part); part = dirname(part)) if (await isThere(lstat, part)) return part
  return undefined
}

/** Any other failure than that of a missing file is not for this to tell. */
async function isThere(look: (path: string) => Promise<unknown>, path: string): Promise<boolean> {
  return look(path).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  )
}
