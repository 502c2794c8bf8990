import { setImmediate } from 'node:timers/promises'
import type { FinishReason, ModelAdapter, ModelEvent, ModelRequest, TokenUsage } from '@deepseek-ai/dsh-llm'
import { argumentsText, type ScriptedToolCall } from './scripted-call.ts'

/** One answer of a scripted model, streamed in the order of these fields. */
export interface ScriptedAnswer {
  readonly reasoning?: string
  /** Several strings are several pieces. */
  readonly text?: string | readonly string[]
  readonly toolCalls?: readonly ScriptedToolCall[]
  /** `tool-calls` when there are calls, else `stop`. */
  readonly finish?: FinishReason
  readonly usage?: TokenUsage
  /** Thrown in place of the finish. */
  readonly fails?: Error
  /** Waits for the abort in place of the finish. */
  readonly hangs?: true
}

/** A string is an answer of that text; a list of events goes out as it is, also when it breaks the interface. */
export type ScriptedReply = string | ScriptedAnswer | readonly ModelEvent[]

type ReplyFunction = (request: ModelRequest, index: number) => ScriptedReply | Promise<ScriptedReply>

export interface ScriptedModel extends ModelAdapter {
  /** A copy of each request, in order. */
  readonly requests: readonly ModelRequest[]
}

/**
 * A model adapter that answers by a script: one reply for each request, or a function of the request.
 * A request that the script does not foresee throws. Its name is `scripted` when none is given.
 */
export function scriptedModel(
  script: readonly (ScriptedReply | ReplyFunction)[] | ReplyFunction,
  name = 'scripted',
): ScriptedModel {
  const requests: ModelRequest[] = []
  let calls = 0
  const nextCallId = (): string => `call_${++calls}`
  return {
    name,
    requests,
    async *stream(request, { signal }) {
      signal?.throwIfAborted()
      const index = requests.push(structuredClone(request)) - 1
      const step = typeof script === 'function' ? script : script[index]
      if (step === undefined) throw new Error(`The scripted model has no reply number ${index + 1}.`)
      const reply = typeof step === 'function' ? await step(request, index) : step
      for await (const event of play(reply, nextCallId, signal)) {
        signal?.throwIfAborted()
        yield event
      }
    },
  }
}

async function* play(
  reply: ScriptedReply,
  nextCallId: () => string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ModelEvent> {
  if (isEventList(reply)) {
    yield* reply
    return
  }
  const answer: ScriptedAnswer = typeof reply === 'string' ? { text: reply } : reply
  const { reasoning, text = [], toolCalls = [], finish, usage } = answer
  await setImmediate() // As with a real endpoint, nothing comes in the same turn of the event loop.
  if (reasoning !== undefined) yield { type: 'reasoning', text: reasoning }
  for (const piece of typeof text === 'string' ? [text] : text) yield { type: 'text', text: piece }
  for (const call of toolCalls) {
    const id = call.id ?? nextCallId()
    yield { type: 'tool-call', call: { id, name: call.name, arguments: argumentsText(call) } }
  }
  if (answer.fails) throw answer.fails
  if (answer.hangs) await untilAborted(signal)
  const reason = finish ?? (toolCalls.length > 0 ? 'tool-calls' : 'stop')
  yield { type: 'finish', reason, ...(usage && { usage }) }
}

function isEventList(reply: ScriptedReply): reply is readonly ModelEvent[] {
  return Array.isArray(reply)
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
