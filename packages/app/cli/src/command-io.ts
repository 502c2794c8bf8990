import type { Readable, Writable } from 'node:stream'
import type { TurnStatus } from '@deepseek-ai/dsh-session'

/** All that a command knows of the process it runs in. */
export interface CommandIo {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  /** stdin is a pipe, a socket or a file: text may come from it that nobody types. */
  readonly hasPipedInput: boolean
  readonly stdout: Writable & { readonly isTTY?: boolean }
  /** stdout was closed, or leads to nothing: whoever started the command gets no answer. */
  readonly isAnswerLost: boolean
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute. */
  readonly cwd: string
  /** The user's home folder, absolute. */
  readonly home: string
  /** Aborted when the user wants the command to end. */
  readonly signal: AbortSignal
  /**
   * Lets `interrupt` have each Ctrl-C first, until the undo is called; only when it returns false `signal` is aborted.
   * Without it every Ctrl-C aborts `signal`.
   */
  readonly onInterrupt?: (interrupt: () => boolean) => () => void
}

/** Exit codes. */
export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** The exit code for the way in which the turns of a command ended. */
export const EXIT_OF: Readonly<Record<TurnStatus, number>> = {
  completed: EXIT.ok,
  failed: EXIT.failed,
  cancelled: EXIT.interrupted,
}
