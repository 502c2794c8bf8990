import { lstatSync, readlinkSync, statSync } from 'node:fs'
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
import { fileStatOf } from './file-stamp.ts'
import { readHeadSync } from './head-read.ts'
import { followLinksSync } from './follow-links.ts'
import { listFolder } from './list-folder.ts'
import { pause } from './pause.ts'
import { readTextFile } from './text-read.ts'
import { isSliceUsedUp, nextTurn } from './time-slice.ts'

/** Waits before what could not be opened for want of descriptors is tried again, in ms. */
const RETRY_DELAYS_MS = [20, 80, 200]

/** Size of the buffer that heads are read into; for longer ones a buffer is made. */
const SCRATCH_BYTES = 16 * 1024 + 1

/**
 * The files of this machine.
 *
 * `readText` leaves the event loop free. The others are made of calls that take microseconds, where Node's promises
 * take a hundred times as long: they make them synchronously, in slices of `SLICE_MS`, heads into one buffer. A file
 * system that hangs inside one such call holds the process.
 */
export class LocalFileService implements FileService {
  private readonly scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES)

  resolve(path: string, base?: string): string {
    if (isAbsolute(path)) return resolve(path)
    if (base === undefined || !isAbsolute(base)) throw new TypeError(`Not an absolute path: ${JSON.stringify(path)}.`)
    return resolve(base, path)
  }

  async stat(path: string, options: FileOptions = {}): Promise<FileStat> {
    await startCall(options)
    return fileStatOf(statSync(path, { bigint: true }), path)
  }

  async listDir(path: string, options: FileOptions = {}): Promise<readonly DirectoryEntry[]> {
    await startCall(options)
    return withDescriptors(() => listFolder(path, options.signal), options.signal)
  }

  async readText(path: string, options: ReadOptions = {}): Promise<string> {
    return withDescriptors(() => readTextFile(path, options), options.signal)
  }

  async realPath(path: string, options: FileOptions = {}): Promise<string> {
    await startCall(options)
    return followLinksSync(path)
  }

  async readLink(path: string, options: FileOptions = {}): Promise<string | undefined> {
    await startCall(options)
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
  }

  async readHeads(paths: readonly string[], options: HeadOptions): Promise<readonly HeadAnswer[]> {
    const { maxBytes, known, signal } = options
    signal?.throwIfAborted()
    const answers: HeadAnswer[] = []
    for (const [index, path] of paths.entries()) {
      if (isSliceUsedUp()) await nextTurn(signal)
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

/** Many small calls, one after another, are one long piece of work. */
async function startCall({ signal }: FileOptions): Promise<void> {
  signal?.throwIfAborted()
  if (isSliceUsedUp()) await nextTurn(signal)
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
