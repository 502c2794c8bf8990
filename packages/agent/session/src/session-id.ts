import { SessionError } from './session-error.ts'
import { isoTime } from './iso-time.ts'
import { shown } from './shown.ts'

/** Ids name files and stand in addresses: letters, digits, `-` and `_`, not first `-` or `_`, at most 100 characters. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

/** A new id, e.g. `20260131T142500123Z-9f3a1c2b4d`. Ids sort by time. Throws `SessionError` of code `clock`. */
export function newSessionId(now: Date, randomBytes: (count: number) => Uint8Array): string {
  const time = isoTime(now).replaceAll(/[-:.]/g, '')
  return `${time}-${Buffer.from(randomBytes(5)).toString('hex')}`
}

/** True for text that may be a session's id. */
export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id)
}

/** Throws `SessionError` of code `invalid-id` when `id` may not be one. */
export function checkSessionId(id: string): void {
  if (typeof id === 'string' && isSessionId(id)) return
  throw new SessionError({
    code: 'invalid-id',
    message: `${shown(String(id))} cannot be a session id: use letters, digits, "-" and "_", at most 100.`,
  })
}
