import { inspect, types } from 'node:util'

/** Longest reason that is quoted, in UTF-16 units. */
const REASON_MAX_LENGTH = 200

/** One readable line for whatever was thrown or rejected with. */
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
  return types.isNativeError(value) || (!types.isProxy(value) && value instanceof Error)
}

function textOf(reason: unknown): string {
  if (reason === undefined || reason === null) return ''
  if (typeof reason === 'string') return reason
  // Says what is in an object, and runs none of its code.
  if (typeof reason !== 'object' || types.isProxy(reason)) return show(reason)
  const { message } = reason as { readonly message?: unknown }
  if (typeof message === 'string') return message === '' && !isError(reason) ? show(reason) : message
  return show(reason)
}

function show(reason: unknown): string {
  return inspect(reason, { depth: 1, maxArrayLength: 5, maxStringLength: REASON_MAX_LENGTH, customInspect: false })
}
