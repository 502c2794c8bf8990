import { eventStream, startEndpoint } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { adapterFor, collect, REQUEST } from './calling.ts'

const chunk = (delta: object, finish: string | null = null): object => ({
  id: 'x',
  choices: [{ index: 0, delta, finish_reason: finish }],
})

it('streams reasoning, text and usage as they come', async () => {
  const endpoint = await startEndpoint([
    { reasoning: ['Hm', '.'], text: ['Hel', 'lo'], usage: { prompt_tokens: 7, completion_tokens: 3 } },
  ])
  expect(await collect(adapterFor(endpoint.url))).toEqual({
    events: [
      { type: 'reasoning', text: 'Hm', field: 'reasoning_content' },
      { type: 'reasoning', text: '.', field: 'reasoning_content' },
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'finish', reason: 'stop', usage: { inputTokens: 7, outputTokens: 3 } },
    ],
  })
})

it('gives a piece of text out before the next one exists', async () => {
  const endpoint = await startEndpoint([{ text: ['first'], hangs: 'end' }])
  const controller = new AbortController()
  const events = adapterFor(endpoint.url).stream(REQUEST, { signal: controller.signal })[Symbol.asyncIterator]()
  expect(await events.next()).toEqual({ done: false, value: { type: 'text', text: 'first' } })
  controller.abort(new Error('enough'))
  await expect(events.next()).rejects.toThrow('enough')
})

it('hands on several tool calls of one message, with arguments word for word, valid JSON or not', async () => {
  const calls = [
    { id: 'a', name: 'read', arguments: '{ "path":"x" ,"n": 1e3}' },
    { id: 'b', name: 'skill', arguments: '{"name": "rev' },
    { id: 'c', name: 'none', arguments: '' },
    { id: 'd', name: 'proto', arguments: '{"__proto__": {"x": "\\u00e9"}}' },
  ]
  const endpoint = await startEndpoint([{ text: 'I look.', toolCalls: calls }])
  expect(await collect(adapterFor(endpoint.url))).toEqual({
    events: [
      { type: 'text', text: 'I look.' },
      ...calls.map((call) => ({ type: 'tool-call', call })),
      { type: 'finish', reason: 'tool-calls' },
    ],
  })
})

it('puts calls together whose pieces are interleaved, and whose name comes late', async () => {
  const pieces = [
    { index: 0, id: 'a', function: { arguments: '{"x"' } },
    { index: 1, id: 'b', type: 'function', function: { name: 'two', arguments: '{' } },
    { index: 0, function: { name: 'one', arguments: ':1}' } },
    { index: 1, function: { arguments: '}' } },
  ]
  const events = [...pieces.map((piece) => chunk({ tool_calls: [piece] })), chunk({}, 'tool_calls'), '[DONE]']
  const endpoint = await startEndpoint([{ body: eventStream(events) }])
  const { events: seen } = await collect(adapterFor(endpoint.url))
  const calls = seen.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []))
  expect(calls.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    { id: 'a', name: 'one', arguments: '{"x":1}' },
    { id: 'b', name: 'two', arguments: '{}' },
  ])
})

it.each([
  ['stop', { reason: 'stop' }],
  ['STOP', { reason: 'stop' }],
  ['end_turn', { reason: 'stop' }],
  ['eos', { reason: 'stop' }],
  ['tool_calls', { reason: 'stop' }],
  ['', { reason: 'stop' }],
  ['length', { reason: 'length' }],
  ['MAX_TOKENS', { reason: 'length' }],
  ['content_filter', { reason: 'content-filter' }],
  ['insufficient_system_resource', { reason: 'other', word: 'insufficient_system_resource' }],
  ['error', { reason: 'other', word: 'error' }],
  ['abort', { reason: 'other', word: 'abort' }],
  ['💥 __proto__', { reason: 'other', word: '💥 __proto__' }],
])('maps the finish reason %j to %j [G11]', async (finish, expected) => {
  const endpoint = await startEndpoint([{ text: 'a', finish }])
  expect((await collect(adapterFor(endpoint.url))).events.at(-1)).toEqual({ type: 'finish', ...expected })
})

it.each([
  ['a limit, then stop', ['length', 'stop'], { reason: 'length' }],
  ['a word of its own, then stop', ['overheated', 'stop'], { reason: 'other', word: 'overheated' }],
  ['stop, then a limit', ['stop', 'length'], { reason: 'length' }],
  ['an object', [{ type: 'length' }], { reason: 'length' }],
  ['an object of another shape', [{ at: 1 }], { reason: 'other', word: 'unknown' }],
  ['a number', [2], { reason: 'other', word: '2' }],
] as const)('never takes an answer for whole that was said to be cut: %s [G11]', async (_, words, expected) => {
  const ends = words.map((word) => ({ choices: [{ index: 0, delta: {}, finish_reason: word }] }))
  const endpoint = await startEndpoint([{ body: eventStream([chunk({ content: 'a' }), ...ends, '[DONE]']) }])
  expect((await collect(adapterFor(endpoint.url))).events.at(-1)).toEqual({ type: 'finish', ...expected })
})

it.each([
  ['true', 'data: {"choices":[{"index":0,"delta":{}}],"error":true}', 'no reason given'],
  ['a number', 'data: {"error":500}', 'no reason given'],
  ['text behind its name', 'event: error\ndata: The GPU is lost.', 'The GPU is lost.'],
  ['text that names its kind', 'data: Internal Server Error', 'Internal Server Error'],
])('ends an answer at an error that is %s, also where the end mark follows [G14]', async (_, event, says) => {
  const body = `${eventStream([chunk({ content: 'a' })])}${event}\n\ndata: [DONE]\n\n`
  const endpoint = await startEndpoint([{ body }])
  const { events, error } = await collect(adapterFor(endpoint.url))
  expect(events).toEqual([{ type: 'text', text: 'a' }])
  expect(error).toMatchObject({ message: `${endpoint.url} broke off the answer (${says}). Try again.` })
})

it.each([
  ['texts', ['Hel', 'lo']],
  ['one part', { type: 'text', text: 'Hello' }],
  ['parts', [{ type: 'text', text: 'Hello' }]],
])('reads content that is %s [G15]', async (_, content) => {
  const endpoint = await startEndpoint([{ body: eventStream([chunk({ content }, 'stop')]) }])
  expect((await collect(adapterFor(endpoint.url))).events[0]).toEqual({ type: 'text', text: 'Hello' })
})

it.each([
  ['many', Array.from({ length: 200 }, () => ({ name: 'a', arguments: {} }))],
  ['large', [{ name: 'a', arguments: { text: 'x'.repeat(3_000_000) } }]],
])('stops an answer whose calls are too %s, and does not blame the address [G16]', async (_, toolCalls) => {
  const endpoint = await startEndpoint([{ text: 'I look.', toolCalls }])
  const { events, error } = await collect(adapterFor(endpoint.url))
  expect(events).toEqual([{ type: 'text', text: 'I look.' }])
  expect(error).toMatchObject({
    message: `The answer of ${endpoint.url} was stopped: its tool calls may be 128, and hold 2097152 characters. None was run. Ask for less at a time.`,
  })
})

it('says tool-calls when an endpoint that called tools says stop', async () => {
  const endpoint = await startEndpoint([{ toolCalls: [{ name: 'a', arguments: {} }], finish: 'stop' }])
  expect((await collect(adapterFor(endpoint.url))).events.at(-1)).toEqual({ type: 'finish', reason: 'tool-calls' })
})

it('takes an answer without any text for what it is', async () => {
  const endpoint = await startEndpoint([{}])
  expect(await collect(adapterFor(endpoint.url))).toEqual({ events: [{ type: 'finish', reason: 'stop' }] })
})

it('reads comments, CRLF, a missing end mark and a stream without a content type', async () => {
  const body = eventStream([chunk({ content: 'ok' }), chunk({}, 'stop')]).replaceAll('\n', '\r\n')
  const endpoint = await startEndpoint([{ body: `: keep-alive\r\n\r\n${body}`, headers: { 'content-type': '' } }])
  expect(await collect(adapterFor(endpoint.url))).toEqual({
    events: [
      { type: 'text', text: 'ok' },
      { type: 'finish', reason: 'stop' },
    ],
  })
})

it('does not wait for the end of a connection behind the end mark, and forgives what comes there', async () => {
  const body = eventStream([chunk({ content: 'ok' }), chunk({}, 'stop'), '[DONE]'])
  const endpoint = await startEndpoint([
    { body, hangs: 'end' },
    { body: body + 'data: {broken\n\n' },
    { body, cutAfterBytes: body.length },
  ])
  const adapter = adapterFor(endpoint.url, { maxRetries: 0 })
  for (let round = 0; round < 3; round++) {
    expect((await collect(adapter)).events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  }
})

it('does not take the end mark inside an answer for the end', async () => {
  const text = 'x\ndata: [DONE]\n\ndata: [DONE]'
  const endpoint = await startEndpoint([{ text: [text, ' and on'] }])
  const { events } = await collect(adapterFor(endpoint.url))
  expect(events.map((event) => (event.type === 'text' ? event.text : ''))).toEqual([text, ' and on', ''])
})

it('uses connections again', async () => {
  const endpoint = await startEndpoint(() => 'a')
  const adapter = adapterFor(endpoint.url)
  for (let round = 0; round < 6; round++) await collect(adapter)
  // A second one may be opened while the first is not quite free yet.
  expect(new Set(endpoint.requests.map(({ clientPort }) => clientPort)).size).toBeLessThanOrEqual(2)
})
