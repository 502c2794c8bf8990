import { opendirSync } from 'node:fs'
import type { DirectoryEntry } from './file-service.ts'
import { entryKindOf } from './file-stamp.ts'
import { isSliceUsedUp, nextTurn } from './time-slice.ts'

/** What a folder holds, read in slices of `SLICE_MS`. Rejects with the system's error, on abort with its reason. */
export async function listFolder(path: string, signal: AbortSignal | undefined): Promise<readonly DirectoryEntry[]> {
  const entries: DirectoryEntry[] = []
  const folder = opendirSync(path)
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (isSliceUsedUp()) await nextTurn(signal)
      entries.push({ name: entry.name, kind: entryKindOf(entry) })
    }
  } finally {
    folder.closeSync()
  }
  return entries
}
