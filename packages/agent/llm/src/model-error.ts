/**
 * What went wrong, seen from the person who waits:
 * `auth` (401, 403), `not-found` (404: no such model or address), `rate-limit` (429), `server` (5xx),
 * `network` (no connection), `stream` (broke off in the middle), `context-length` (the request is too long),
 * `rejected` (any other 4xx), `invalid-response` (not what the protocol says), `unknown-adapter`.
 */
export type ModelErrorKind =
  | 'auth'
  | 'not-found'
  | 'rate-limit'
  | 'server'
  | 'network'
  | 'stream'
  | 'context-length'
  | 'rejected'
  | 'invalid-response'
  | 'unknown-adapter'

/** A model call that failed. `message` is a sentence a person understands, with what to do; it holds no credential. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly kind: ModelErrorKind
  /** HTTP status, where there was one. */
  readonly status: number | undefined

  constructor(options: { kind: ModelErrorKind; message: string; status?: number | undefined; cause?: unknown }) {
    super(options.message, { cause: options.cause })
    this.kind = options.kind
    this.status = options.status
  }
}
