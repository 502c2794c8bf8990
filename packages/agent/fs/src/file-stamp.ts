import type { BigIntStats, Dirent } from 'node:fs'
import type { EntryKind, FileKind, FileStamp, FileStat } from './file-service.ts'
import { isPseudoFile } from './regular-file.ts'

/** What a path leads to, from its stat or directory entry. */
function kindOf(stats: BigIntStats | Dirent): FileKind {
  if (stats.isFile()) return 'file'
  return stats.isDirectory() ? 'directory' : 'other'
}

export function entryKindOf(entry: Dirent): EntryKind {
  return entry.isSymbolicLink() ? 'link' : kindOf(entry)
}

/** The stamp of a file, from a stat with 64-bit numbers: a double would round inode and nanoseconds. */
export function stampOf(stats: BigIntStats): FileStamp {
  const changedNs = stats.mtimeNs > stats.ctimeNs ? stats.mtimeNs : stats.ctimeNs
  return { key: stampKey(stats), changedMs: Number(changedNs / 1_000_000n) }
}

/** Joined rather than a template: that would keep each of its parts in memory for as long as the key. */
export function stampKey({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':')
}

export function fileStatOf(stats: BigIntStats, path: string): FileStat {
  const stat = { kind: kindOf(stats), size: Number(stats.size), stamp: stampOf(stats) }
  return isPseudoFile(stats, path) ? { ...stat, isPseudo: true } : stat
}
