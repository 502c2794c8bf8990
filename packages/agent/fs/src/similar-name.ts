import { basename } from 'node:path'
import { errorCode } from './file-error.ts'
import type { FileOptions, FileService } from './file-service.ts'

/**
 * A name of a file as people read it: two names that differ in their normal form or in the kind of blank alone give the
 * same. Texts are typed composed and with plain blanks; some systems keep names decomposed, or write narrow blanks.
 */
export function foldName(name: string): string {
  return name.normalize('NFC').replace(/\p{Zs}/gu, ' ')
}

/**
 * The path of what is at `path`; where nothing is, of the one entry that `path` may mean, part by part: exactly one entry of
 * the folder has that name when both are folded. Otherwise `path` itself. Rejects on abort, and for faults of the service.
 */
export async function findSimilarPath(
  files: Pick<FileService, 'resolve' | 'stat' | 'listDir'>,
  path: string,
  options: FileOptions = {},
): Promise<string> {
  if (await isThere(files, path, options)) return path
  const parent = files.resolve('..', path)
  if (parent === path) return path
  const folder = await findSimilarPath(files, parent, options)
  const name = basename(path)
  const exact = files.resolve(name, folder)
  if (folder !== parent && (await isThere(files, exact, options))) return exact
  const names = await namesIn(files, folder, options)
  const similar = names.filter((each) => foldName(each) === foldName(name))
  const [only] = similar
  return only !== undefined && similar.length === 1 ? files.resolve(only, folder) : exact
}

async function isThere(files: Pick<FileService, 'stat'>, path: string, options: FileOptions): Promise<boolean> {
  try {
    await files.stat(path, options)
    return true
  } catch (error) {
    options.signal?.throwIfAborted()
    const code = errorCode(error)
    if (code === undefined) throw error
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}

async function namesIn(
  files: Pick<FileService, 'listDir'>,
  folder: string,
  options: FileOptions,
): Promise<readonly string[]> {
  try {
    return (await files.listDir(folder, options)).map(({ name }) => name)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (errorCode(error) === undefined) throw error
    return [] // Missing, or not to be listed: then nothing in it is meant.
  }
}
