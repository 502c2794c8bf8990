import { readdir, stat } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { isOutOfDescriptors } from './file-error.ts'
import type {
  DirectoryEntry,
  FileOptions,
  FileService,
  FileStat,
  HeadAnswer,
  HeadOptions,
  ReadOptions,
} from './file-service.ts'
import { entryKindOf, fileStatOf } from './file-stamp.ts'
import { readHeadSync } from './head-read.ts'
import { followLinks } from './follow-links.ts'
import { pause } from './pause.ts'
import { readTextFile } from './text-read.ts'
import { TimeSlice } from './time-slice.ts'

/** Waits before what could not be opened for want of descriptors is tried again, in ms. */
const RETRY_DELAYS_MS = [20, 80, 200]

/** Size of the buffer that heads are read into; for longer ones a buffer is made. */
const SCRATCH_BYTES = 16 * 1024 + 1

/**
 * The files of this machine.
 *
 * Everything but `readHeads` leaves the event loop free. `readHeads` is made for many small files: it reads
 * synchronously, in slices of `SLICE_MS`, into one buffer. A file system that hangs inside one call holds that call.
 */
export class LocalFileService implements FileService {
  private readonly scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES)

  resolve(path: string, base?: string): string {
    if (isAbsolute(path)) return resolve(path)
    if (base === undefined || !isAbsolute(base)) throw new TypeError(`Not an absolute path: ${JSON.stringify(path)}.`)
    return resolve(base, path)
  }

  async stat(path: string, options: FileOptions = {}): Promise<FileStat> {
    options.signal?.throwIfAborted()
    const stats = await stat(path, { bigint: true })
    options.signal?.throwIfAborted()
    return fileStatOf(stats)
  }

  async listDir(path: string, options: FileOptions = {}): Promise<readonly DirectoryEntry[]> {
    options.signal?.throwIfAborted()
    const entries = await withDescriptors(() => readdir(path, { withFileTypes: true }), options.signal)
    options.signal?.throwIfAborted()
    return entries.map((entry) => ({ name: entry.name, kind: entryKindOf(entry) }))
  }

  async readText(path: string, options: ReadOptions = {}): Promise<string> {
    return withDescriptors(() => readTextFile(path, options), options.signal)
  }

  async realPath(path: string, options: FileOptions = {}): Promise<string> {
    options.signal?.throwIfAborted()
    const target = await followLinks(path)
    options.signal?.throwIfAborted()
    return target
  }

  async readHeads(paths: readonly string[], options: HeadOptions): Promise<readonly HeadAnswer[]> {
    const { maxBytes, known, signal } = options
    signal?.throwIfAborted()
    const slice = new TimeSlice()
    const answers: HeadAnswer[] = []
    for (const [index, path] of paths.entries()) {
      if (slice.isUsedUp) await slice.renew(signal)
      answers.push(readHeadSync(path, maxBytes, this.scratch, known?.[index]))
    }
    for (const delayMs of RETRY_DELAYS_MS) {
      const starved = answers.flatMap((answer, index) => (isOutOfDescriptors(answer) ? [index] : []))
      if (starved.length === 0) break
      await pause(delayMs, signal)
      for (const index of starved) answers[index] = readHeadSync(paths[index] ?? '', maxBytes, this.scratch)
    }
    return answers
  }
}

/** Calls again, after each of the waits, as long as too many files are open. */
async function withDescriptors<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await call()
    } catch (error) {
      if (!isOutOfDescriptors(error)) throw error
    }
    await pause(delayMs, signal)
  }
  return call()
}
