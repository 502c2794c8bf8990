import type { FinishReason, ModelEvent, ToolCall } from '@deepseek-ai/dsh-llm'
import { ModelError } from '@deepseek-ai/dsh-llm'
import { isContextLength, readErrorBody } from './error-body.ts'
import { type Failure, modelError } from './failure.ts'
import type { Libraries } from './libraries.ts'
import { brokenStream } from './network-failure.ts'
import type { Site } from './site.ts'
import { tooLong } from './status-failure.ts'

const FINISH_REASONS: readonly FinishReason[] = ['stop', 'tool-calls', 'length', 'content-filter']

type Model = ReturnType<ReturnType<Libraries['createOpenAICompatible']>['chatModel']>
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never
type FinishPart = Extract<Part, { type: 'finish' }>

export interface Reading {
  readonly libraries: Libraries
  readonly site: Site
  readonly model: string
  /** The caller's. */
  readonly signal: AbortSignal | undefined
}

/**
 * Turns the bytes of an answer into events; throws `ModelError` when it breaks off or is not what the protocol says.
 *
 * The library is given the answer in place of a request of its own: it knows the dialects of many endpoints (calls
 * without an index, names that come late, refusals, content in parts), while the request stays ours to the byte.
 * Tool calls are handed on when the answer is complete, so no call with half its arguments gets out.
 */
export async function* readAnswer(body: AsyncIterable<Uint8Array>, reading: Reading): AsyncGenerator<ModelEvent> {
  const { libraries, model, site, signal } = reading
  const provider = libraries.createOpenAICompatible({
    name: 'endpoint',
    baseURL: 'http://endpoint.invalid',
    fetch: () => Promise.resolve(new Response(ReadableStream.from(body))),
  })
  const calls: ToolCall[] = []
  let hasBegun = false
  try {
    const { stream } = await provider.chatModel(model).doStream({ prompt: [] })
    const reader = stream.getReader()
    // No `for await`: it would wait for the next bytes before it lets a caller go. Whoever made the request ends it.
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      signal?.throwIfAborted()
      const part = step.value
      if (part.type === 'error') throw modelError(partFailure(part.error, hasBegun, reading))
      hasBegun ||= part.type !== 'stream-start'
      if (part.type === 'text-delta') yield { type: 'text', text: part.delta }
      if (part.type === 'reasoning-delta') yield { type: 'reasoning', text: part.delta }
      if (part.type === 'tool-call') calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input })
      if (part.type === 'finish') yield* finished(part, calls)
    }
  } catch (error) {
    // Our own limits come back wrapped by the library.
    throw ownError(error) ?? modelError(thrownFailure(error, site))
  }
}

function* finished(part: FinishPart, calls: readonly ToolCall[]): Generator<ModelEvent> {
  for (const call of calls) yield { type: 'tool-call', call }
  const { inputTokens, outputTokens } = part.usage
  const reason = finishReason(part.finishReason.unified, calls.length > 0)
  yield { type: 'finish', reason, ...usageOf(inputTokens.total, outputTokens.total) }
}

function finishReason(unified: string, hasCalls: boolean): FinishReason {
  if (unified === 'stop' && hasCalls) return 'tool-calls' // What some endpoints mean by it.
  return FINISH_REASONS.find((reason) => reason === unified) ?? 'other'
}

function usageOf(inputTokens: number | undefined, outputTokens: number | undefined): object {
  if (inputTokens === undefined && outputTokens === undefined) return {}
  return {
    usage: { ...(inputTokens !== undefined && { inputTokens }), ...(outputTokens !== undefined && { outputTokens }) },
  }
}

/** What an error in the stream means: the endpoint's own, or an event that does not fit the protocol. */
function partFailure(error: unknown, hasBegun: boolean, { site, model }: Reading): Failure {
  if (nameOf(error) === 'AI_InvalidResponseDataError') {
    return hasBegun ? brokenStream(new Error('it ended before its finish'), site) : notTheProtocol('no event', site)
  }
  if (nameOf(error) === 'AI_JSONParseError') return notTheProtocol('an event that is no JSON', site)
  const value = error instanceof Error && 'value' in error ? error.value : error
  const body = readErrorBody(value)
  if (body.message === '') return notTheProtocol('an event of another shape', site)
  const detail = site.quote(body.message)
  if (isContextLength(body)) return tooLong(detail, model, site)
  return { kind: 'stream', what: `${site.address} broke off the answer (${detail}).`, advice: 'Try again.' }
}

function thrownFailure(error: unknown, site: Site): Failure {
  if (nameOf(error) === 'AI_InvalidResponseDataError') return notTheProtocol('a tool call without a name', site)
  return brokenStream(error, site)
}

function notTheProtocol(found: string, site: Site): Failure {
  return {
    kind: 'invalid-response',
    what: `${site.address} did not send an answer in the chat completions format (${found}).`,
    advice: 'Check DSH_BASE_URL: many endpoints end in /v1.',
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

function ownError(error: unknown): ModelError | undefined {
  let current = error
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    if (current instanceof ModelError) return current
    current = current.cause
  }
  return undefined
}
