import { ModelError, type ModelErrorKind } from '@deepseek-ai/dsh-llm'

/** A call that failed, as data: what happened, what to do, and whether it may work a moment later. */
export interface Failure {
  readonly kind: ModelErrorKind
  readonly status?: number
  /** One sentence. */
  readonly what: string
  /** One sentence or two. */
  readonly advice: string
  readonly isPassing?: boolean
  /** The endpoint does not know `stream_options`: the same request works without. */
  readonly refusesStreamOptions?: boolean
  /** Most retries, where fewer than the settings allow make sense. */
  readonly maxRetries?: number
  /** How long the endpoint asks to wait. */
  readonly retryAfterMs?: number | undefined
}

/** The error that a caller sees. It has no cause: those of the HTTP client are not known to be free of credentials. */
export function modelError({ kind, status, what, advice }: Failure, tries = 1): ModelError {
  const count = tries > 1 ? ` Tried ${tries} times.` : ''
  return new ModelError({ kind, status, message: `${what} ${advice}${count}` })
}
