import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { SessionEvent } from './events.ts'
import { readLogLines } from './log-lines.ts'
import { checkLogFile } from './storage-fault.ts'

/** Enough for nearly every log: who starts with a long text needs more. */
const FIRST_BYTES = 64 * 1024

/** The most that is looked at. */
const MAX_BYTES = 32 * 1024 * 1024

const GROWTH = 8

/**
 * The first events of a log up to one that is enough, as far as they lie within its first 32 MiB. Throws the system's
 * errors, and `SessionError` for what is no regular file and for a damaged line.
 */
export function readFirstEvents(path: string, isEnough: (event: SessionEvent) => boolean): readonly SessionEvent[] {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    checkLogFile(fstatSync(fd), path)
    for (let size = FIRST_BYTES; ; size = Math.min(size * GROWTH, MAX_BYTES)) {
      const head = Buffer.allocUnsafe(size)
      const length = readSync(fd, head, 0, size, 0)
      // What is cut off by the end of the buffer is no torn line.
      const lines = head.subarray(0, head.subarray(0, length).lastIndexOf('\n') + 1)
      const { events } = readLogLines(lines, path, isEnough)
      if (length < size || size === MAX_BYTES || events.some(isEnough)) return events
    }
  } finally {
    closeSync(fd)
  }
}
