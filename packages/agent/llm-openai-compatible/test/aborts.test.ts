import { type Endpoint, startEndpoint } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { SYSTEM_CLOCK } from '../src/clock.ts'
import { adapterFor, collect, REQUEST } from './calling.ts'

class OddError extends Error {
  // Makes it look like a failed connection to those who look at codes.
  readonly code = 'ECONNRESET'
}

it.each([
  ['an error', new OddError('enough')],
  ['a string', 'enough'],
  ['nothing much', 0],
])('makes no request when the signal is aborted already, and throws its reason: %s', async (_, reason) => {
  const endpoint = await startEndpoint([])
  const { error } = await collect(adapterFor(endpoint.url), {}, { signal: AbortSignal.abort(reason) })
  expect(error).toBe(reason)
  expect(endpoint.requests).toEqual([])
})

it.each([
  ['before the head', { hangs: 'head' }],
  ['in the middle of an answer', { text: 'a', hangs: 'end' }],
  ['in the middle of an error', { status: 400, body: 'a', hangs: 'end' }],
  ['behind the end mark', { body: 'data: [DONE]\n\n', hangs: 'end' }],
] as const)('ends at once with the reason of an abort, %s, and closes the connection', async (_, reply) => {
  for (const reason of [new OddError('enough'), 'enough']) {
    const endpoint = await startEndpoint([reply])
    const controller = new AbortController()
    const call = collect(adapterFor(endpoint.url), {}, { signal: controller.signal })
    await endpoint.requestsReached(1)
    setTimeout(() => controller.abort(reason), 30)
    expect((await call).error).toBe(reason)
    await endpoint.allConnectionsClosed()
    expect(endpoint.requests).toHaveLength(1)
  }
})

it('ends at once with the reason while it waits for a retry', async () => {
  const endpoint = await startEndpoint([{ status: 503, headers: { 'retry-after': '60' } }])
  const controller = new AbortController()
  const reason = new Error('enough')
  const adapter = adapterFor(endpoint.url, {}, SYSTEM_CLOCK)
  const events = adapter.stream(REQUEST, { signal: controller.signal })[Symbol.asyncIterator]()
  expect(await events.next()).toMatchObject({ value: { type: 'retry', delayMs: 60_000 } })
  const next = events.next()
  setTimeout(() => controller.abort(reason), 10)
  await expect(next).rejects.toBe(reason)
  expect(endpoint.requests).toHaveLength(1)
})

it('gives nothing more after an abort, also of what came before it', async () => {
  const endpoint = await startEndpoint([{ text: ['a', 'b', 'c'] }])
  const controller = new AbortController()
  const events = adapterFor(endpoint.url).stream(REQUEST, { signal: controller.signal })[Symbol.asyncIterator]()
  expect(await events.next()).toMatchObject({ value: { text: 'a' } })
  await new Promise((resolve) => setTimeout(resolve, 30))
  controller.abort(new Error('enough'))
  await expect(events.next()).rejects.toThrow('enough')
  expect(await events.next()).toEqual({ done: true, value: undefined })
})

it('lets a caller go at once who wants no more, and closes the connection', async () => {
  const endpoint = await startEndpoint([{ text: 'a', hangs: 'end' }])
  for await (const event of adapterFor(endpoint.url).stream(REQUEST, {})) {
    expect(event).toEqual({ type: 'text', text: 'a' })
    break
  }
  await endpoint.allConnectionsClosed()
})

it('keeps apart what runs side by side', async () => {
  const endpoint: Endpoint = await startEndpoint((body) => {
    const content = body.messages.at(-1)?.content ?? ''
    return content === 'stop' ? { text: content, hangs: 'end' } : { text: [content, content], delayMs: 20 }
  })
  const adapter = adapterFor(endpoint.url)
  const controller = new AbortController()
  const ask = (content: string, signal?: AbortSignal): ReturnType<typeof collect> =>
    collect(adapter, { messages: [{ role: 'user', content }] }, { signal })
  const stopped = ask('stop', controller.signal)
  const others = ['1', '2', '3'].map((content) => ask(content))
  await endpoint.requestsReached(4)
  controller.abort(new Error('enough'))
  expect((await stopped).error).toEqual(new Error('enough'))
  for (const [index, { events, error }] of (await Promise.all(others)).entries()) {
    const text = { type: 'text', text: String(index + 1) }
    expect(error).toBeUndefined()
    expect(events).toEqual([text, text, { type: 'finish', reason: 'stop' }])
  }
})
