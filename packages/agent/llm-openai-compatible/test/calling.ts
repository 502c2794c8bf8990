import { ModelError, type ModelEvent, type ModelRequest, type StreamOptions } from '@deepseek-ai/dsh-llm'
import { onTestFinished } from 'vitest'
import { createAdapter, type EndpointAdapter } from '../src/adapter.ts'
import type { Clock } from '../src/clock.ts'
import { Config } from '../src/config.ts'

export const REQUEST: ModelRequest = {
  adapter: 'openai-compatible',
  model: 'test-model',
  parameters: {},
  system: 'Be brief.',
  tools: [],
  messages: [{ role: 'user', content: 'Hello' }],
}

/** A clock that stands still and never waits; `pauses` is what it was asked to wait for. */
export function standingClock(nowMs = 0): Clock & { readonly pauses: readonly number[] } {
  const pauses: number[] = []
  return {
    pauses,
    now: () => nowMs,
    async pause(ms, signal) {
      signal?.throwIfAborted()
      pauses.push(ms)
    },
  }
}

/** An adapter that is closed when the test ends. */
export function adapterFor(baseUrl: string, settings: Config = {}, clock: Clock = standingClock()): EndpointAdapter {
  const adapter = createAdapter(Config.parse({ baseUrl, ...settings }), clock)
  onTestFinished(() => adapter.close())
  return adapter
}

export interface Outcome {
  readonly events: readonly ModelEvent[]
  /** What was thrown, if anything. */
  readonly error?: unknown
}

/** Streams a whole answer. */
export async function collect(
  adapter: EndpointAdapter,
  request: Partial<ModelRequest> = {},
  options: StreamOptions = {},
): Promise<Outcome> {
  const events: ModelEvent[] = []
  try {
    for await (const event of adapter.stream({ ...REQUEST, ...request }, options)) events.push(event)
    return { events }
  } catch (error) {
    return { events, error }
  }
}

/** The error of a call that must fail with one of ours. */
export async function failureOf(adapter: EndpointAdapter): Promise<ModelError> {
  const { error } = await collect(adapter)
  if (error instanceof ModelError) return error
  throw new Error('The call did not fail with a ModelError.', { cause: error })
}
