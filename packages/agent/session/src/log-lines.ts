import { isUtf8 } from 'node:buffer'
import { deepFreeze } from '@deepseek-ai/dsh-llm'
import type { SessionEvent } from './events.ts'
import { readEvent } from './read-event.ts'
import { SessionError } from './session-error.ts'

const LINE_FEED = 0x0a

/** What a log file holds. */
export interface LogContent {
  readonly events: SessionEvent[]
  /** Length in bytes of the lines that the events stand in; what follows is a torn last line. */
  readonly wholeBytes: number
}

/** One event as its line, line feed included. */
export function logLine(event: SessionEvent): Buffer {
  return Buffer.from(`${JSON.stringify(event)}\n`)
}

/** The value of a line of JSON; `undefined` when it is not UTF-8 or not JSON. */
function parseLine(line: Buffer): unknown {
  if (!isUtf8(line)) return undefined
  const text = line.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Not JSON: the caller knows whether that is a torn end or damage.
  }
}

/**
 * Reads the lines of a log, in time linear in its length, up to the first one that is enough.
 *
 * A last line without line feed, or a last line that is not JSON, was never acknowledged and is left out. Anything
 * else that is wrong throws `SessionError` with `path` and the line.
 */
export function readLogLines(
  bytes: Buffer,
  path: string,
  isEnough: (event: SessionEvent) => boolean = () => false,
): LogContent {
  const events: SessionEvent[] = []
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(LINE_FEED, start)
    if (end === -1) break
    const value = parseLine(bytes.subarray(start, end))
    const reading = value === undefined ? undefined : readEvent(value, events.length)
    if (reading === undefined && end === bytes.length - 1) break
    if (reading === undefined || !('event' in reading)) throw lineError(path, events.length + 1, reading)
    events.push(deepFreeze(reading.event))
    start = end + 1
    if (isEnough(reading.event)) break
  }
  return { events, wholeBytes: start }
}

/** What to throw for a line that holds no event. */
function lineError(
  path: string,
  line: number,
  fault: { readonly code: 'damaged' | 'unsupported'; readonly reason: string } = {
    code: 'damaged',
    reason: 'it is not JSON in UTF-8',
  },
): SessionError {
  const repair =
    line === 1
      ? 'Move the file away: nothing in it can be opened.'
      : 'Remove everything from that line on to open the session as it was before.'
  const advice =
    fault.code === 'damaged' ? repair : 'A newer version of this program may have written it: use that one.'
  const message = `Line ${line} of the session log ${path} cannot be read: ${fault.reason}. ${advice}`
  return new SessionError({ code: fault.code, message, path, line })
}
