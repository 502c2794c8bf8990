/**
 * `unknown`: no such session. `taken`: the id is in use. `locked`: open elsewhere, or here. `damaged`: the log is not
 * what was written. `unsupported`: written by a newer version. `invalid-id`: the id is not allowed. `storage`: the
 * system refused to read or write. `closed`: the session was closed. `clock`: the clock is beyond all calendars.
 */
export type SessionErrorCode =
  | 'unknown'
  | 'taken'
  | 'locked'
  | 'damaged'
  | 'unsupported'
  | 'invalid-id'
  | 'storage'
  | 'closed'
  | 'clock'

/** A session that cannot be opened or written. `message` is a sentence a person understands, with what to do. */
export class SessionError extends Error {
  override readonly name = 'SessionError'
  readonly code: SessionErrorCode
  /** The file concerned, where there is one. */
  readonly path: string | undefined
  /** Line of the log, counted from 1, for `damaged` and `unsupported`. */
  readonly line: number | undefined
  /** For `locked`: the process that holds the session. */
  readonly pid: number | undefined

  constructor(options: {
    code: SessionErrorCode
    message: string
    path?: string | undefined
    line?: number | undefined
    pid?: number | undefined
    cause?: unknown
  }) {
    super(options.message, { cause: options.cause })
    this.code = options.code
    this.path = options.path
    this.line = options.line
    this.pid = options.pid
  }
}

/** Words for what the system refused, e.g. `ENOSPC: no space left on device, write`. */
export function systemReason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** The code of a system error; `undefined` for anything else. */
export function systemCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}
