import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { checkRegularFile } from './storage-fault.ts'

/** More than any `session/start` line: a path has at most 4,096 bytes, each at most six characters of JSON. */
const HEAD_BYTES = 64 * 1024

/**
 * The first whole lines of a regular file, line feeds included, up to 64 KiB. Throws the system's errors, and
 * `SessionError` for any other file.
 */
export function readHead(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    checkRegularFile(fstatSync(fd), path)
    const head = Buffer.allocUnsafe(HEAD_BYTES)
    const length = readSync(fd, head, 0, HEAD_BYTES, 0)
    return head.subarray(0, head.subarray(0, length).lastIndexOf('\n') + 1)
  } finally {
    closeSync(fd)
  }
}
