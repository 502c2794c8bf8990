import { type Dirent, promises } from 'node:fs'
import { resolve } from 'node:path'
import type { DirectoryEntry, FileKind, FileService } from '@deepseek-ai/dsh-fs'

/**
 * A file service as somebody else would write it: the four calls that are owed, each by way of Node's promises.
 *
 * `inTurn` lets one `readText` run at a time, whatever the caller asks for: the yardstick for reading side by side.
 */
export function foreignFiles({ inTurn }: { readonly inTurn: boolean }): FileService {
  let last: Promise<unknown> = Promise.resolve()
  const readText = (path: string): Promise<string> => promises.readFile(path, 'utf8')
  return {
    resolve: (path, base) => (base === undefined ? resolve(path) : resolve(base, path)),
    stat: async (path) => {
      const stat = await promises.stat(path)
      return { kind: kindOf(stat), size: stat.size }
    },
    listDir: async (path) => (await promises.readdir(path, { withFileTypes: true })).map(entryOf),
    readText: (path) => {
      if (!inTurn) return readText(path)
      const text = last.then(
        () => readText(path),
        () => readText(path),
      )
      last = text
      return text
    },
  }
}

function entryOf(entry: Dirent): DirectoryEntry {
  return { name: entry.name, kind: entry.isSymbolicLink() ? 'link' : kindOf(entry) }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): FileKind {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'directory' : 'other'
}
