import { closeSync, ftruncateSync, writeSync } from 'node:fs'
import type { SessionEvent } from './events.ts'
import { logLine } from './log-lines.ts'
import { closedError } from './refusals.ts'
import { storageError } from './storage-fault.ts'
import type { SessionLog } from './store.ts'
import { writeWhole } from './write-whole.ts'

export interface FileLogOptions {
  /** Opened for appending (`O_APPEND`); the log closes it. */
  readonly fd: number
  readonly path: string
  readonly events: readonly SessionEvent[]
  /** Length of the file in bytes, all of it whole lines. */
  readonly size: number
  readonly cutBytes: number
  /** Called once, after the file was closed. */
  readonly release: (isEmpty: boolean) => void
}

/** One open file of JSON lines. */
export class FileLog implements SessionLog {
  readonly events: readonly SessionEvent[]
  readonly cutBytes: number
  private readonly fd: number
  private readonly path: string
  private readonly release: (isEmpty: boolean) => void
  private size: number
  /** The file ends in a part of a line that could not be written whole. */
  private isTorn = false
  private isClosed = false

  constructor(options: FileLogOptions) {
    this.fd = options.fd
    this.path = options.path
    this.events = options.events
    this.size = options.size
    this.cutBytes = options.cutBytes
    this.release = options.release
  }

  append(event: SessionEvent): void {
    if (this.isClosed) throw closedError(this.path)
    const line = logLine(event)
    try {
      this.cutTornLine()
      this.isTorn = true
      writeWhole(line, (bytes, offset) => writeSync(this.fd, bytes, offset))
      this.isTorn = false
    } catch (cause) {
      this.leaveLoadable()
      throw storageError(this.path, cause, `The session log ${this.path} could not be written`)
    }
    this.size += line.length
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    try {
      closeSync(this.fd)
    } finally {
      this.release(this.size === 0)
    }
  }

  private cutTornLine(): void {
    if (!this.isTorn) return
    ftruncateSync(this.fd, this.size)
    this.isTorn = false
  }

  /** Cuts off what a failed append left. Where even that fails the next append tries again, and the next load does. */
  private leaveLoadable(): void {
    try {
      this.cutTornLine()
    } catch {
      // The error of the append itself is the one to report.
    }
  }
}
