import { isUtf8 } from 'node:buffer'
import { deepFreeze } from '@deepseek-ai/dsh-llm'
import type { SessionEvent } from './events.ts'
import { readEvent } from './read-event.ts'
import { SessionError } from './session-error.ts'
import type { ForeignAdditions } from './store.ts'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const TAB = 0x09
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/** What a log file holds. */
export interface LogContent {
  readonly events: SessionEvent[]
  /** Length in bytes of the lines that the events stand in; what follows is a torn last line. */
  readonly wholeBytes: number
  /** What another program added, and reading passed over. */
  readonly additions: ForeignAdditions
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
 * A last line without line feed, or a last line that is not JSON, was never acknowledged and is left out. What carries
 * nothing is passed over: byte-order marks, carriage returns, blank lines, and lines that repeat an earlier one byte for
 * byte. Anything else that is wrong throws `SessionError` with `path` and the line.
 */
export function readLogLines(
  bytes: Buffer,
  path: string,
  isEnough: (event: SessionEvent) => boolean = () => false,
): LogContent {
  const events: SessionEvent[] = []
  const texts: Buffer[] = []
  const additions = { marks: 0, carriageReturns: 0, blankLines: 0, repeatedLines: 0 }
  const contentEnd = endOfContent(bytes)
  let start = 0
  let number = 0
  for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
    number += 1
    const line = bytes.subarray(start, end)
    const text = stripped(line)
    const value = parseLine(text)
    if (value === undefined && text.length > 0 && end >= contentEnd) return { events, wholeBytes: start, additions }
    start = end + 1
    if (hasMark(line)) additions.marks += 1
    if (line.at(-1) === CARRIAGE_RETURN) additions.carriageReturns += 1
    if (text.length === 0) {
      additions.blankLines += 1
      continue
    }
    if (texts[seqOf(value) ?? events.length]?.equals(text) === true) {
      additions.repeatedLines += 1
      continue
    }
    const reading = value === undefined ? undefined : readEvent(value, events.length)
    if (reading === undefined || !('event' in reading)) throw lineError(path, number, reading)
    events.push(deepFreeze(reading.event))
    texts.push(text)
    if (isEnough(reading.event)) break
  }
  return { events, wholeBytes: start, additions }
}

/** A line without what carries nothing. */
function stripped(line: Buffer): Buffer {
  let text = hasMark(line) ? line.subarray(BYTE_ORDER_MARK.length) : line
  while (isBlank(text.at(-1))) text = text.subarray(0, -1)
  return text
}

function hasMark(line: Buffer): boolean {
  return line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
}

/** Where the last line ends that holds more than blanks. */
function endOfContent(bytes: Buffer): number {
  let end = bytes.length
  while (isBlank(bytes[end - 1]) || bytes[end - 1] === LINE_FEED) end -= 1
  return end
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === CARRIAGE_RETURN
}

/** The number that a line gives itself. */
function seqOf(value: unknown): number | undefined {
  const seq = typeof value === 'object' && value !== null && 'seq' in value ? value.seq : undefined
  return typeof seq === 'number' ? seq : undefined
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
