import type { Failure } from './failure.ts'

const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000
/** An endpoint that asks for a longer wait is not waited for. */
const MAX_RETRY_AFTER_MS = 60_000

/** How long to wait before the call is made again; undefined: it is not made again. `retries` were made before. */
export function retryDelayMs(failure: Failure, retries: number, maxRetries: number): number | undefined {
  if (!failure.isPassing || retries >= Math.min(maxRetries, failure.maxRetries ?? Infinity)) return undefined
  const { retryAfterMs } = failure
  if (retryAfterMs === undefined) return Math.min(FIRST_DELAY_MS * 2 ** retries, MAX_DELAY_MS)
  return retryAfterMs <= MAX_RETRY_AFTER_MS ? retryAfterMs : undefined
}

/** Reads a Retry-After header, seconds or a date (RFC 9110, 10.2.3), as ms from `nowMs`. */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Date.parse takes much for a date; a real one begins with the day of the week.
  const date = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs)
}
