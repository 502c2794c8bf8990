import type { SessionEvent } from './events.ts'

export interface SessionInfo {
  readonly id: string
  /** Where it works, or did last. */
  readonly cwd: string
  /** ISO 8601, UTC. */
  readonly startedAt: string
  /**
   * How the user began, as typed: on one line, at most 200 UTF-16 units. Absent when nothing was said, or not within the
   * first 32 MiB of a log.
   */
  readonly firstWords?: string
}

/** What another program, such as an editor, added to a log without harm to it: how many of each. */
export interface ForeignAdditions {
  /** Byte-order marks. */
  readonly marks: number
  readonly carriageReturns: number
  readonly blankLines: number
  /** Lines that repeat an earlier one. */
  readonly repeatedLines: number
}

/** One open log. Only one process may hold it. */
export interface SessionLog {
  /** What was in the log when it was opened, a torn last line cut off. */
  readonly events: readonly SessionEvent[]
  /** Length of that torn last line in bytes; 0 when there was none. */
  readonly cutBytes: number
  /** What was passed over when it was read; absent where nothing can be added. */
  readonly additions?: ForeignAdditions
  /** Returns when the line is handed to the system: from then on it survives `kill -9`. Throws when it could not be. */
  append(event: SessionEvent): void
  /** Releases the log; one that nothing was ever written to is gone. Appending afterwards throws. */
  close(): void
}

/** Where sessions are kept. */
export interface SessionStore {
  /** The folder that the logs lie in, where they are files. */
  readonly directory?: string
  /** A new log, which is kept from its first event on. Throws when `id` is taken. */
  create(id: string): SessionLog
  /** Throws `SessionError`: `unknown`, `locked` (it is open, here or in another process), `damaged`, `unsupported`. */
  open(id: string): SessionLog
  /** All sessions, newest first; a damaged one is left out and reported through `onProblem`. */
  list(onProblem?: (message: string) => void): readonly SessionInfo[]
  /** Whether there is a session that fits. Looks at the latest ones first, and no further than it has to; passes over damaged ones. */
  some(fits: (session: SessionInfo) => boolean): boolean
}
