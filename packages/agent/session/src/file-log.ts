import { closeSync, ftruncateSync, writeSync } from 'node:fs'
import type { SessionEvent } from './events.ts'
import { logLine } from './log-lines.ts'
import { closedError } from './refusals.ts'
import { storageError } from './storage-fault.ts'
import type { ForeignAdditions, SessionLog } from './store.ts'
import { writeWhole } from './write-whole.ts'

export interface FileLogOptions {
  /** Opened for appending (`O_APPEND`), by the first `append` at the latest; the log closes it. */
  readonly fd: number | (() => number)
  readonly path: string
  readonly events: readonly SessionEvent[]
  /** Length of the file in bytes, all of it whole lines. */
  readonly size: number
  readonly cutBytes: number
  readonly additions?: ForeignAdditions | undefined
  /** Called before a move of the session is written. */
  readonly onMove: (cwd: string) => void
  /** Called once, after the file was closed. `isEmpty`: the file is there, and nothing is in it. */
  readonly release: (isEmpty: boolean) => void
}

/** One open file of JSON lines. */
export class FileLog implements SessionLog {
  readonly events: readonly SessionEvent[]
  readonly cutBytes: number
  readonly additions?: ForeignAdditions
  private fd: number | (() => number)
  private readonly path: string
  private readonly onMove: (cwd: string) => void
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
    if (options.additions) this.additions = options.additions
    this.onMove = options.onMove
    this.release = options.release
  }

  append(event: SessionEvent): void {
    if (this.isClosed) throw closedError(this.path)
    const line = logLine(event)
    const fd = typeof this.fd === 'number' ? this.fd : (this.fd = this.fd())
    if (event.type === 'session/resume' && event.cwd !== undefined) this.onMove(event.cwd)
    try {
      this.cutTornLine(fd)
      this.isTorn = true
      writeWhole(line, (bytes, offset) => writeSync(fd, bytes, offset))
      this.isTorn = false
    } catch (cause) {
      this.leaveLoadable(fd)
      throw storageError(this.path, cause, `The session log ${this.path} could not be written`)
    }
    this.size += line.length
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    const isThere = typeof this.fd === 'number'
    try {
      if (typeof this.fd === 'number') closeSync(this.fd)
    } finally {
      this.release(isThere && this.size === 0)
    }
  }

  private cutTornLine(fd: number): void {
    if (!this.isTorn) return
    ftruncateSync(fd, this.size)
    this.isTorn = false
  }

  /** Cuts off what a failed append left. Where even that fails the next append tries again, and the next load does. */
  private leaveLoadable(fd: number): void {
    try {
      this.cutTornLine(fd)
    } catch {
      // The error of the append itself is the one to report.
    }
  }
}
