import { ModelError, type ModelEvent, type TokenUsage } from '@deepseek-ai/dsh-llm'
import type { Settings } from './config.ts'
import { type Deadline, DeadlinePassed } from './deadline.ts'
import { type ErrorBody, isContextLength, readErrorBody } from './error-body.ts'
import type { Failure } from './failure.ts'
import { finishOf, isWhole } from './finish-reason.ts'
import { GatheredCalls, MAX_CALLS, MAX_CALLS_LENGTH } from './gather-calls.ts'
import type { Libraries } from './libraries.ts'
import { brokenStream, nothingSent } from './network-failure.ts'
import { type Chunk, readChunk } from './read-chunk.ts'
import { type AnswerEvent, readEvents } from './read-events.ts'
import type { Site } from './site.ts'
import { errorFailure, tooLong } from './status-failure.ts'

/** How long a connection may stay open behind the end mark before it is closed. */
const LINGER_MS = 500
/** The same behind a finish reason: the usage and the end mark may follow. */
const FINISH_LINGER_MS = 3000

const OTHER_SHAPE = 'an event of another shape'

export interface Reading {
  readonly libraries: Libraries
  readonly site: Site
  readonly model: string
  readonly deadline: Deadline
  readonly settings: Pick<Settings, 'idleTimeoutMs'>
  /** Names of tools by those that the protocol takes, see `wireName`. */
  readonly toolNames: ReadonlyMap<string, string>
  /** The caller's. */
  readonly signal: AbortSignal | undefined
}

/** What is known of an answer while it comes. */
interface AnswerState {
  readonly calls: GatheredCalls
  finish?: string
  usage?: TokenUsage
  /** The end mark came. */
  isDone: boolean
  /** Anything came that has the form of an answer. */
  hasBegun: boolean
  /** Text or reasoning went to the caller. */
  isHandedOn: boolean
  /** What came in place of an answer, if anything. */
  found?: string
}

/**
 * Turns the bytes of an answer into events. Returns why there is no whole answer; the failure is a passing one only where
 * nothing was handed on. Throws `ModelError` for an answer that is too large.
 *
 * Events that say nothing are passed over, and are no sign of life. An answer is whole with `[DONE]` or a finish reason:
 * only then its tool calls are handed on, so no call with half its arguments gets out.
 */
export async function* readAnswer(
  body: AsyncIterable<Uint8Array>,
  reading: Reading,
): AsyncGenerator<ModelEvent, Failure | undefined> {
  const { libraries, site, deadline, signal } = reading
  const answer: AnswerState = {
    calls: new GatheredCalls(),
    isDone: false,
    hasBegun: false,
    isHandedOn: false,
  }
  try {
    for await (const event of readEvents(body, site, libraries, () => waitForMore(answer, reading))) {
      for (const data of partsOf(event)) {
        signal?.throwIfAborted()
        const failure = yield* hear({ ...event, data }, answer, reading)
        if (failure) return answer.isHandedOn ? { ...failure, isPassing: false } : failure
      }
    }
  } catch (error) {
    signal?.throwIfAborted()
    // A whole answer stays whole, whatever becomes of the connection behind it.
    if (!isOver(answer)) {
      if (error instanceof ModelError) throw error
      const { reason } = deadline.signal
      const failure = reason instanceof DeadlinePassed ? reason.failure : brokenStream(error, site)
      return { ...failure, isPassing: !answer.isHandedOn }
    }
  }
  if (!isOver(answer)) return endFailure(answer, site)
  deadline.clear()
  const calls = answer.calls.all()
  for (const call of calls) {
    yield { type: 'tool-call', call: { ...call, name: reading.toolNames.get(call.name) ?? call.name } }
  }
  const { finish, usage } = answer
  yield { type: 'finish', ...finishOf(finish, calls.length > 0), ...(usage && { usage }) }
  return undefined
}

/** Takes one event. A failure ends the answer. */
function* hear(event: AnswerEvent, answer: AnswerState, reading: Reading): Generator<ModelEvent, Failure | undefined> {
  if (answer.isDone) return undefined
  const data = event.data.trim()
  if (/^"?\[done\]"?$/i.test(data)) {
    answer.isDone = true
    reading.deadline.set(LINGER_MS, silence(reading))
    return undefined
  }
  const values = parseValues(data)
  const told = values?.length === 0 && data !== '' ? readErrorBody(data) : undefined
  if (told && (event.name === 'error' || told.status !== undefined)) return errorFailureOf(told, answer, reading)
  if (!values) {
    if (isOver(answer)) return undefined
    if (event.isDocument) return brokenStream(new Error('a document without its end'), reading.site)
    return answer.hasBegun
      ? brokenStream(new Error('an event that is no JSON'), reading.site)
      : notTheProtocol('an event that is no JSON', reading.site)
  }
  if (values.length === 0 && data !== '') answer.found = OTHER_SHAPE
  for (const value of values) {
    const chunk = readChunk(value, event.name)
    if (chunk.error) return errorFailureOf(chunk.error, answer, reading)
    if (!chunk.isOfAnswer) answer.found = foreignWords(value, reading.site)
    yield* hearChunk(chunk, answer, reading)
  }
  if (event.isDocument) answer.isDone = answer.hasBegun
  return undefined
}

function* hearChunk(chunk: Chunk, answer: AnswerState, reading: Reading): Generator<ModelEvent> {
  const { text, reasoning, reasoningField: field, calls, finish, usage } = chunk
  if (usage) answer.usage = usage
  // What came in pieces is not taken again as a whole.
  const isRepeated = chunk.isWhole && answer.hasBegun
  const isSilent = isRepeated || (text === '' && reasoning === '' && calls.length === 0)
  answer.hasBegun ||= chunk.isOfAnswer
  // A limit that was reached stays reached, whatever word comes behind it.
  if (finish !== undefined && (answer.finish === undefined || isWhole(answer.finish))) answer.finish = finish
  if (isSilent && finish === undefined) return
  reading.deadline.clear() // The caller takes the time it needs.
  if (!isSilent) {
    for (const piece of calls) if (!answer.calls.add(piece)) throw tooManyCalls(reading.site)
    answer.isHandedOn ||= text !== '' || reasoning !== ''
    if (reasoning !== '') yield { type: 'reasoning', text: reasoning, ...(field && { field }) }
    if (text !== '') yield { type: 'text', text }
  }
  waitForMore(answer, reading)
}

/** Starts the time that may pass before more is said. */
function waitForMore(answer: AnswerState, reading: Reading): void {
  const { deadline, settings } = reading
  deadline.set(answer.finish === undefined ? settings.idleTimeoutMs : FINISH_LINGER_MS, silence(reading))
}

function isOver({ isDone, finish }: AnswerState): boolean {
  return isDone || finish !== undefined
}

/** The data of an event. A server that leaves out blank lines sends many events in the lines of one. */
function partsOf({ data }: AnswerEvent): readonly string[] {
  return data.includes('\n') && parseValues(data.trim()) === undefined ? data.split('\n') : [data]
}

/** The JSON of an event; `undefined` where it is broken. Text of another kind says nothing. */
function parseValues(data: string): readonly unknown[] | undefined {
  if (!/^[{[]/.test(data)) return []
  try {
    return [JSON.parse(data)].flat()
  } catch {
    return undefined
  }
}

/** What an error means that came in place of an event. */
function errorFailureOf(body: ErrorBody, answer: AnswerState, { site, model }: Reading): Failure {
  const detail = site.quote(body.message || body.codes) || 'no reason given'
  if (isContextLength(body)) return tooLong(detail, model, site)
  if (answer.isHandedOn) {
    return { kind: 'stream', what: `${site.address} broke off the answer (${detail}).`, advice: 'Try again.' }
  }
  const { status } = body
  if (status !== undefined) return { ...errorFailure({ ...body, status }, { model, site }), status }
  return {
    kind: 'rejected',
    what: `${site.address} answered with an error (${detail}).`,
    advice: 'Try again, or check DSH_BASE_URL and the model.',
  }
}

function endFailure(answer: AnswerState, site: Site): Failure {
  if (!answer.hasBegun) {
    return answer.found === undefined ? nothingSent('no event', site) : notTheProtocol(answer.found, site)
  }
  return { ...brokenStream(new Error('it ended before its finish'), site), isPassing: !answer.isHandedOn }
}

function foreignWords(value: unknown, site: Site): string {
  return site.quote(readErrorBody(value).message) || OTHER_SHAPE
}

function notTheProtocol(found: string, site: Site): Failure {
  return {
    kind: 'invalid-response',
    what: `${site.address} did not send an answer in the chat completions format (${found}).`,
    advice: 'Check DSH_BASE_URL: many endpoints end in /v1.',
  }
}

/** Waited for once more, no oftener: each wait may be long. */
function silence({ site, settings: { idleTimeoutMs } }: Reading): Failure {
  return {
    kind: 'stream',
    what: `${site.address} fell silent for ${idleTimeoutMs / 1000} s in the middle of an answer.`,
    advice: 'Try again.',
    maxRetries: 1,
  }
}

/** The model wrote too much; the endpoint is in order. */
function tooManyCalls({ address }: Site): ModelError {
  return new ModelError({
    kind: 'invalid-response',
    message: `The answer of ${address} was stopped: its tool calls may be ${MAX_CALLS}, and hold ${MAX_CALLS_LENGTH} characters. None was run. Ask for less at a time.`,
  })
}
