import { isNativeError } from 'node:util/types'

/** Longest reason that is quoted, in UTF-16 units. */
const REASON_MAX_LENGTH = 200

/** One readable line for whatever was thrown or rejected with. Never throws, whatever it is given. */
export function describeReason(reason: unknown): string {
  const text = toLine(textOf(reason))
  return text === '' ? 'no reason was given' : text
}

/** Foreign text in one line: no control or format characters, at most 200 UTF-16 units. */
export function toLine(text: string): string {
  const line = text
    .slice(0, REASON_MAX_LENGTH * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line.length <= REASON_MAX_LENGTH ? line : `${line.slice(0, REASON_MAX_LENGTH - 3).toWellFormed()}...`
}

/** What an aborted call rejects with: the signal's reason if that is an Error, else an Error with it as cause. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason
  if (isError(reason)) return reason
  const error = new Error(`The lookup was aborted: ${describeReason(reason)}`, { cause: reason })
  error.name = 'AbortError'
  return error
}

/** Throws `abortError(signal)` when the signal is aborted. */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal)
}

function isError(value: unknown): value is Error {
  try {
    return value instanceof Error || isNativeError(value) // The latter for errors of another realm.
  } catch {
    return false // A proxy whose trap throws, or a revoked one.
  }
}

function textOf(reason: unknown): string {
  if (reason === undefined || reason === null) return ''
  try {
    const message: unknown = typeof reason === 'object' && 'message' in reason ? reason.message : reason
    return String(message)
  } catch {
    return 'a reason that cannot be read' // No text form, or a getter or proxy that throws.
  }
}
