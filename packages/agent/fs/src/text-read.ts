import { open, type FileHandle } from 'node:fs/promises'
import { FileError } from './file-error.ts'
import type { ReadOptions } from './file-service.ts'
import { asFileError, assertRegularFile, enlarged, expectedBytes, OPEN_FLAGS } from './regular-file.ts'
import { decodeUtf8 } from './utf8.ts'

/** Most that one read call fetches, in bytes, so that an abort is seen in time. */
const CHUNK_BYTES = 1024 * 1024

/** Reads the text of a regular file without holding the event loop; see `FileService.readText`. */
export async function readTextFile(path: string, options: ReadOptions): Promise<string> {
  options.signal?.throwIfAborted()
  const handle = await open(path, OPEN_FLAGS).catch((error: unknown) => {
    throw asFileError(error, path)
  })
  try {
    return await textOf(handle, path, options)
  } finally {
    await handle.close()
  }
}

async function textOf(handle: FileHandle, path: string, options: ReadOptions): Promise<string> {
  const stats = await handle.stat({ bigint: true })
  assertRegularFile(stats, path)
  const size = Number(stats.size)
  // A file that grows as fast as it is read has an end all the same: the one that it had when it was opened.
  const maxBytes = options.maxBytes ?? (size > 0 ? size : Infinity)
  const bytes = await readBounded(handle, size, maxBytes + 1, options.signal)
  const isCut = bytes.length > maxBytes
  const { text, invalidByte } = decodeUtf8(isCut ? bytes.subarray(0, maxBytes) : bytes, { isCut })
  if (invalidByte === undefined) return text
  const message = `Not UTF-8 (byte ${invalidByte}): ${path}`
  throw new FileError({ code: 'ENOTUTF8', path, message, byte: invalidByte, validText: text })
}

async function readBounded(handle: FileHandle, size: number, limit: number, signal?: AbortSignal): Promise<Buffer> {
  let buffer: Buffer = Buffer.allocUnsafe(expectedBytes(size, limit))
  let total = 0
  while (total < limit) {
    signal?.throwIfAborted()
    if (total === buffer.length) buffer = enlarged(buffer, limit)
    const { bytesRead } = await handle.read(buffer, total, Math.min(buffer.length - total, CHUNK_BYTES), null)
    total += bytesRead
    if (bytesRead === 0 || total === size) break
  }
  signal?.throwIfAborted()
  return buffer.subarray(0, total)
}
