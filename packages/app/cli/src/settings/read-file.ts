import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { decodeUtf8, errorCode } from '@deepseek-ai/dsh-fs'

/** What became of reading a small file. */
export type FileReading =
  | { readonly kind: 'text'; readonly text: string; readonly mode: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'fault'; readonly message: string; readonly hint: string }

/** A fifo or device must not block, a terminal must not become ours. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** Reads a regular file of UTF-8 text with at most `maxBytes` bytes. What the system refuses is a fault; never throws. */
export function readSmallFile(path: string, maxBytes: number): FileReading {
  let descriptor: number
  try {
    descriptor = openSync(path, OPEN_FLAGS)
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? absence(path) : unreadable(error)
  }
  try {
    return readDescriptor(descriptor, maxBytes)
  } catch (error) {
    return unreadable(error)
  } finally {
    closeSync(descriptor)
  }
}

/** Whether nobody but the owner may do anything with a file of this mode. */
export function isPrivate(mode: number): boolean {
  return (mode & 0o077) === 0
}

function readDescriptor(descriptor: number, maxBytes: number): FileReading {
  const stats = fstatSync(descriptor)
  if (stats.isDirectory()) return fault('it is a folder', 'put a file in its place, or move the folder away')
  if (!stats.isFile()) return fault('it is no regular file', 'put a plain file in its place')
  const buffer = Buffer.alloc(maxBytes + 1)
  let size = 0
  for (let count = -1; count !== 0 && size < buffer.length; size += count) {
    count = readSync(descriptor, buffer, size, buffer.length - size, null)
  }
  if (size > maxBytes) return fault(`it is larger than ${maxBytes} bytes`, 'shorten it')
  const { text, invalidByte } = decodeUtf8(buffer.subarray(0, size), { isCut: false })
  if (invalidByte !== undefined) return fault(`it is not UTF-8 (byte ${invalidByte})`, 'save it as UTF-8')
  return { kind: 'text', text, mode: stats.mode & 0o777 }
}

/** A link that leads nowhere was meant to be a file: that is no ordinary absence. */
function absence(path: string): FileReading {
  try {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return { kind: 'missing' }
  } catch (error) {
    return unreadable(error)
  }
  return fault('it is a link that leads nowhere', 'mend the link, or remove it')
}

function unreadable(error: unknown): FileReading {
  if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') {
    return fault(
      'the folder that it belongs in is a file',
      'move that file away: DSH_HOME, or ~/.dsh, has to be a folder',
    )
  }
  const reason = error instanceof Error ? error.message : String(error)
  return fault(`it cannot be read: ${reason}`, 'make it readable, or move it away')
}

function fault(message: string, hint: string): FileReading {
  return { kind: 'fault', message, hint }
}
