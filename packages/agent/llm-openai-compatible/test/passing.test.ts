import { eventStream, type EndpointReply, startEndpoint } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { adapterFor, collect } from './calling.ts'

const chunk = (delta: object): object => ({ choices: [{ index: 0, delta, finish_reason: null }] })
const stream = (...events: readonly (string | object)[]): EndpointReply => ({ body: eventStream(events) })
const begun = eventStream([chunk({ role: 'assistant', content: '' })])

it.each<readonly [string, EndpointReply]>([
  ['a rate limit as the first event', stream({ error: { message: 'Slow down.', type: 'rate_limit_error' } })],
  ['a limit by its number', stream({ error: { message: 'No.', code: '429' } })],
  ['a limit by its words alone', stream({ error: 'Too many requests' })],
  ['an error without a wrapper', { body: 'event: error\ndata: {"message":"Overloaded"}\n\n' }],
  ['an error of an older server', stream({ object: 'error', message: 'No.', code: 503 })],
  [
    'an error in a choice',
    stream({ choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 502 } }] }),
  ],
  ['an error behind a delta that says nothing', { body: begun + eventStream([{ error: { message: 'Overloaded' } }]) }],
  ['an error behind half a call', stream(chunk({ tool_calls: [{ index: 0, id: 'a' }] }), { error: { code: 500 } })],
  ['JSON in a 200', { body: { error: { message: 'The server is busy.' } } }],
  ['JSON in a list in a 200', { body: [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }] }],
  ['JSON that calls itself a stream', { body: '{"error":{"type":"overloaded_error"}}' }],
  ['a reset before the first event', { body: '', cutAfterBytes: 0 }],
  ['a reset inside the first event', { body: begun, cutAfterBytes: 20 }],
  ['a reset before anything was said', { body: begun, cutAfterBytes: begun.length }],
  ['an end before anything was said', { body: begun }],
  ['a document that breaks off', { body: '{"choices":[{"index":0,"message":{"content":"Hel' }],
  ['an error in plain text', { body: 'event: error\ndata: Too many requests\n\n' }],
  ['status 408', { status: 408 }],
  ['status 425', { status: 425 }],
  ['status 529', { status: 529 }],
])('asks again after %s [G18]', async (_, reply) => {
  const endpoint = await startEndpoint([reply, 'here'])
  const { events, error } = await collect(adapterFor(endpoint.url))
  expect({ error, types: events.map(({ type }) => type) }).toEqual({
    error: undefined,
    types: ['retry', 'text', 'finish'],
  })
})

it('gives up after as many tries as settings allow, wherever the failure is told [G18]', async () => {
  const endpoint = await startEndpoint(() => stream({ error: { message: 'Slow down.', code: 429 } }))
  const { error } = await collect(adapterFor(endpoint.url, { maxRetries: 3 }))
  expect(error).toMatchObject({ kind: 'rate-limit', status: 429, message: expect.stringContaining('Tried 4 times.') })
  expect(endpoint.requests).toHaveLength(4)
})

it.each<readonly [string, EndpointReply, string]>([
  ['behind text', stream(chunk({ content: 'a' }), { error: { message: 'Overloaded' } }), 'stream'],
  ['behind reasoning', stream(chunk({ reasoning: 'a' }), { error: { code: 429, message: 'No.' } }), 'stream'],
  ['a used-up quota', stream({ error: { message: 'No.', code: 'insufficient_quota' } }), 'rate-limit'],
  ['a wrong key', stream({ error: { message: 'Invalid API key' } }), 'auth'],
  ['a request that is too long', stream({ error: { message: 'prompt is too long', code: 500 } }), 'context-length'],
  ['an error that says nothing', stream({ error: { message: 'Hm.' } }), 'rejected'],
])('does not ask again: %s [G18]', async (_, reply, kind) => {
  const endpoint = await startEndpoint([reply, 'never'])
  const { error } = await collect(adapterFor(endpoint.url))
  expect(error).toMatchObject({ kind })
  expect(endpoint.requests).toHaveLength(1)
})
