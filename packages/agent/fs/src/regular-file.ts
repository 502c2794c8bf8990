import { constants, type BigIntStats } from 'node:fs'
import { errorCode, FileError } from './file-error.ts'

// What every way of reading a file here has in common.

/**
 * How every file is opened: a fifo or device must not block, a terminal must not become ours. Node adds `O_CLOEXEC`.
 * (Windows knows none of these flags: there they are undefined, which counts as zero.)
 */
export const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** Throws `ENOTFILE` unless `stats` are those of a regular file. */
export function assertRegularFile(stats: BigIntStats, path: string): void {
  if (!stats.isFile()) throw notFile(path, stats.isDirectory() ? 'a folder' : 'a fifo, socket or device')
}

/** The error as this package reports it: a socket, which cannot even be opened, is `ENOTFILE` like its kin. */
export function asFileError(error: unknown, path: string): Error {
  const code = errorCode(error)
  if (code === 'ENXIO' || code === 'ENODEV') return notFile(path, 'a socket or device')
  return error instanceof Error ? error : new Error(String(error))
}

function notFile(path: string, what: string): FileError {
  return new FileError({ code: 'ENOTFILE', path, message: `Not a regular file but ${what}: ${path}` })
}

/**
 * How many bytes to make room for when reading at most `limit` bytes of a file that says to have `size`: one more than
 * it says, and at least a page, since a file may be longer than its size: it may grow, or lie in /proc.
 */
export function expectedBytes(size: number, limit: number): number {
  return Math.min(limit, Math.max(size, 4096) + 1)
}

export function enlarged(buffer: Buffer, limit: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(limit, buffer.length * 2))
  buffer.copy(larger)
  return larger
}
