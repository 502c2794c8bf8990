import { eventSchema, eventTypes } from './event-schema.ts'
import type { SessionEvent } from './events.ts'
import { shown } from './shown.ts'

/** The format that we write, and the only one that we read. */
export const FORMAT_VERSION = 1

/** An event, or why the value is none. `unsupported`: a newer version of ours may have written it. */
export type EventReading =
  | { readonly event: SessionEvent }
  | { readonly code: 'damaged' | 'unsupported'; readonly reason: string }

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

/**
 * Takes parsed JSON as the event number `seq` of a log: the one check between a log and its readers.
 *
 * Returns the same object. Number 0 is `session/start`, and no other one is.
 */
export function readEvent(value: unknown, seq: number): EventReading {
  const type = fieldOf(value, 'type')
  if (typeof type !== 'string') return { code: 'damaged', reason: 'it is no event' }
  if ((type === 'session/start') !== (seq === 0)) {
    return { code: 'damaged', reason: `a ${shown(type)} event cannot be number ${seq} of a log` }
  }
  const version = fieldOf(value, 'version')
  if (seq === 0 && typeof version === 'number' && version !== FORMAT_VERSION) {
    return { code: 'unsupported', reason: `it has format version ${version}, and this program reads version 1 only` }
  }
  if (!eventTypes.has(type)) {
    return { code: 'unsupported', reason: `it is a ${shown(type)} event, which this program does not know` }
  }
  const parsed = eventSchema.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return { code: 'damaged', reason: `its field ${shown(issue?.path.join('.') ?? '')} is wrong: ${issue?.message}` }
  }
  if (parsed.data.seq !== seq) return { code: 'damaged', reason: `its seq is ${parsed.data.seq}, not ${seq}` }
  return { event: value as SessionEvent }
}
