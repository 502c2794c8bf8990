import type { Readable, Writable } from 'node:stream'

/** All that a command knows of the process it runs in. */
export interface CommandIo {
  readonly stdin: Readable
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute. */
  readonly cwd: string
  /** The user's home folder, absolute. */
  readonly home: string
  /** Aborted when the user wants the command to end. */
  readonly signal: AbortSignal
}

/** Exit codes. */
export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const
