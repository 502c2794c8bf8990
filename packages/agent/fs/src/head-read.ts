import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { errorCode, FileError } from './file-error.ts'
import type { FileHead, HeadAnswer } from './file-service.ts'
import { stampKey, stampOf } from './file-stamp.ts'
import {
  asFileError,
  assertRegularFile,
  enlarged,
  expectedBytes,
  isPseudoFile,
  notFile,
  OPEN_FLAGS,
} from './regular-file.ts'
import { decodeUtf8 } from './utf8.ts'

/**
 * Reads the start of a regular file: open, fstat, read, close, and no other call unless a link leads there.
 *
 * Reads at most `maxBytes + 1` bytes, into `scratch` where they fit. Fails with the system's error, or with
 * `ENOTFILE` for anything but a regular file on a disk. With `knownKey` a file that still has this stamp is not opened.
 */
export function readHeadSync(path: string, maxBytes: number, scratch: Buffer, knownKey?: string): HeadAnswer {
  try {
    if (knownKey !== undefined && isUnchanged(path, knownKey)) return 'unchanged'
    const { fd, realPath } = openFile(path)
    try {
      const head = headOf(fd, path, maxBytes, scratch)
      return realPath === undefined ? head : { ...head, realPath }
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    return asFileError(error, path)
  }
}

/** Does not follow a link: a link has a stamp of its own, so it never counts as the file that was known. */
function isUnchanged(path: string, knownKey: string): boolean {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stats !== undefined && stampKey(stats) === knownKey
}

/** `O_NOFOLLOW` first: a link then costs an error and two more calls, and a plain file nothing. */
function openFile(path: string): { fd: number; realPath?: string } {
  try {
    return { fd: openSync(path, OPEN_FLAGS | constants.O_NOFOLLOW) }
  } catch (error) {
    if (errorCode(error) !== 'ELOOP') throw error
  }
  try {
    const realPath = realpathSync.native(path)
    return { fd: openSync(realPath, OPEN_FLAGS), realPath }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error
    throw new FileError({ code: 'EDANGLING', path, message: `A link that leads nowhere: ${path}` })
  }
}

function headOf(fd: number, path: string, maxBytes: number, scratch: Buffer): FileHead {
  const stats = fstatSync(fd, { bigint: true })
  assertRegularFile(stats, path)
  if (isPseudoFile(stats, path)) throw notFile(path, 'a pseudo file')
  const size = Number(stats.size)
  const { buffer, total } = readBounded(fd, size, maxBytes + 1, scratch)
  const isComplete = total <= maxBytes
  const decoded = decodeUtf8(buffer.subarray(0, isComplete ? total : maxBytes), { isCut: !isComplete })
  return { ...decoded, isComplete, size, stamp: stampOf(stats) }
}

/** The first `limit` bytes at most. A file may be longer than its size says: it may grow. */
function readBounded(fd: number, size: number, limit: number, scratch: Buffer): { buffer: Buffer; total: number } {
  const expected = expectedBytes(size, limit)
  let buffer = expected <= scratch.length ? scratch : Buffer.allocUnsafe(expected)
  let total = 0
  while (total < limit) {
    if (total === buffer.length) buffer = enlarged(buffer, limit)
    const count = readSync(fd, buffer, total, Math.min(buffer.length, limit) - total, null)
    total += count
    if (count === 0 || total === size) break
  }
  return { buffer, total }
}
