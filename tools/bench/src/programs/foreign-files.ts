import { type Dirent, promises } from 'node:fs'
import { resolve } from 'node:path'
import type { DirectoryEntry, FileKind, FileService } from '@deepseek-ai/dsh-fs'

/**
 * A file service as somebody else would write it: the four calls that are owed, each by way of Node's promises.
 *
 * `inTurn` makes each call wait for the one before, whatever the caller asks for: the yardstick for side by side.
 */
export function foreignFiles({ inTurn }: { readonly inTurn: boolean }): FileService {
  let last: Promise<unknown> = Promise.resolve()
  const queued = <T>(call: () => Promise<T>): Promise<T> => {
    if (!inTurn) return call()
    const result = last.then(call, call)
    last = result
    return result
  }
  return {
    resolve: (path, base) => (base === undefined ? resolve(path) : resolve(base, path)),
    stat: (path) =>
      queued(async () => {
        const stat = await promises.stat(path)
        return { kind: kindOf(stat), size: stat.size }
      }),
    listDir: (path) => queued(async () => (await promises.readdir(path, { withFileTypes: true })).map(entryOf)),
    readText: (path) => queued(() => promises.readFile(path, 'utf8')),
  }
}

function entryOf(entry: Dirent): DirectoryEntry {
  return { name: entry.name, kind: entry.isSymbolicLink() ? 'link' : kindOf(entry) }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): FileKind {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'directory' : 'other'
}
