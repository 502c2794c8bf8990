import { SessionError } from './session-error.ts'

/** `time` as ISO 8601 with a year of four digits. Throws `SessionError` of code `clock` when it has none. */
export function isoTime(time: Date): string {
  const text = Number.isNaN(time.getTime()) ? 'no valid time' : time.toISOString()
  if (/^\d/.test(text)) return text
  const message = `The system clock says ${text}, and sessions need a year from 0 to 9999. Set the clock, then try again.`
  throw new SessionError({ code: 'clock', message })
}
