import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { eventStream, startEndpoint } from '@deepseek-ai/dsh-testkit'
import { expect, it, onTestFinished } from 'vitest'
import { adapterFor, collect, failureOf, REQUEST } from './calling.ts'

const chunk = (delta: object, finish: string | null = null): object => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

it('calls again when the connection is refused, then says that nothing answers', async () => {
  const port = await unusedPort()
  const url = `http://127.0.0.1:${port}/v1`
  const { events, error } = await collect(adapterFor(url))
  const what = `Nothing answers at ${url} (connect ECONNREFUSED 127.0.0.1:${port}).`
  expect(events).toEqual([
    { type: 'retry', message: what, delayMs: 1000 },
    { type: 'retry', message: what, delayMs: 2000 },
  ])
  expect(error).toMatchObject({
    kind: 'network',
    message: `${what} Start the server there, or check DSH_BASE_URL. Tried 3 times.`,
  })
})

it('says that a host was not found', async () => {
  const error = await failureOf(adapterFor('http://no-such-host.invalid/v1'))
  expect(error.kind).toBe('network')
  expect(error.message).toMatch(/^The host no-such-host\.invalid was not found \((ENOTFOUND|EAI_AGAIN)\)\./)
})

it('says that a connection failed that speaks no TLS', async () => {
  const endpoint = await startEndpoint([])
  const error = await failureOf(adapterFor(endpoint.url.replace('http:', 'https:'), { maxRetries: 0 }))
  expect(error).toMatchObject({ kind: 'network', message: expect.stringContaining('failed (') })
})

it('says that an endpoint did not answer in time, closes the connection and asks once more [G18]', async () => {
  const endpoint = await startEndpoint(() => ({ hangs: 'head' }))
  const error = await failureOf(adapterFor(endpoint.url, { firstByteTimeoutMs: 300 }))
  expect(error).toMatchObject({
    kind: 'network',
    message: `${endpoint.url} did not answer within 0.3 s. Try again later, or check DSH_BASE_URL. Tried 2 times.`,
  })
  await endpoint.allConnectionsClosed()
  expect(endpoint.requests).toHaveLength(2)
})

it('counts an answer that has a head but no byte as none', async () => {
  const endpoint = await startEndpoint([{ body: '', hangs: 'end' }])
  const error = await failureOf(
    adapterFor(endpoint.url, { maxRetries: 0, firstByteTimeoutMs: 300, idleTimeoutMs: 3_000_000 }),
  )
  expect(error).toMatchObject({ kind: 'network' })
})

it('says that an endpoint fell silent in the middle', async () => {
  const endpoint = await startEndpoint([{ text: 'a', hangs: 'end' }])
  const { events, error } = await collect(adapterFor(endpoint.url, { idleTimeoutMs: 300 }))
  expect(events).toEqual([{ type: 'text', text: 'a' }])
  expect(error).toMatchObject({
    kind: 'stream',
    message: `${endpoint.url} fell silent for 0.3 s in the middle of an answer. Try again.`,
  })
  await endpoint.allConnectionsClosed()
})

it('does not count the time in which the caller is busy', async () => {
  const endpoint = await startEndpoint([{ text: ['a', 'b'] }])
  const seen: string[] = []
  for await (const event of adapterFor(endpoint.url, { idleTimeoutMs: 300 }).stream(REQUEST, {})) {
    seen.push(event.type)
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
  expect(seen).toEqual(['text', 'text', 'finish'])
})

it('says that an answer broke off, wherever it was cut, and gives no half tool call out', async () => {
  const call = { id: 'call_a', name: 'read', arguments: '{"path":"x"}' }
  const whole = await startEndpoint([{ text: 'a', toolCalls: [call] }])
  const { events } = await collect(adapterFor(whole.url))
  const body = eventStream([
    chunk({ content: 'a' }),
    chunk({ tool_calls: [{ index: 0, id: 'call_a', function: { name: 'read', arguments: '{"path"' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: ':"x"}' } }] }),
    chunk({}, 'tool_calls'),
    '[DONE]',
  ])
  const endMark = body.indexOf('data: [DONE]')
  const endpoint = await startEndpoint((_body, _request, index) => ({ body, cutAfterBytes: index * 7 }))
  const adapter = adapterFor(endpoint.url, { maxRetries: 0 })
  for (let cut = 0; cut < endMark; cut += 7) {
    const outcome = await collect(adapter)
    expect(outcome.error).toMatchObject({ kind: 'stream', message: expect.stringContaining('broke off') })
    expect(events.slice(0, 1)).toEqual(expect.arrayContaining([...outcome.events]))
  }
})

it('takes an orderly end without a finish for a break as well', async () => {
  const endpoint = await startEndpoint([{ body: eventStream([chunk({ content: 'a' })]) }])
  const { events, error } = await collect(adapterFor(endpoint.url))
  expect(events).toEqual([{ type: 'text', text: 'a' }])
  expect(error).toMatchObject({
    kind: 'stream',
    message: `The answer of ${endpoint.url} broke off (it ended before its finish). Try again.`,
  })
  expect(endpoint.requests).toHaveLength(1)
})

it.each([
  [
    'a web page',
    { body: '<!doctype html><title>Hi</title>', headers: { 'content-type': 'text/html' } },
    '200: text/html',
  ],
  ['a web page that calls itself a stream', { body: '<!doctype html>\n<p>Hi</p>\n\n' }, 'an event of another shape'],
  ['words of another kind', { body: { detail: 'Not Found' } }, 'Not Found'],
  ['an event that is no JSON', { body: 'data: {"choices": [\n\n' }, 'an event that is no JSON'],
  ['an event of another shape', { body: 'data: {"choices": 5}\n\n' }, 'an event of another shape'],
  ['a number', { body: 'data: 5\n\n' }, 'an event of another shape'],
])('says that %s is no answer', async (_, reply, found) => {
  const endpoint = await startEndpoint([reply])
  const error = await failureOf(adapterFor(endpoint.url))
  expect(error.kind).toBe('invalid-response')
  expect(error.message).toContain(found)
  expect(error.message).toContain('Check DSH_BASE_URL: many endpoints end in /v1.')
  expect(endpoint.requests).toHaveLength(1)
})

it.each([
  ['nothing', { body: '' }, 'no event'],
  ['blanks', { body: '\r\n \n' }, 'no event'],
  ['comments', { body: ': a\n\n: b\n\n' }, 'no event'],
  ['empty events', { body: 'retry: 5\nid: 1\n\ndata:\n\n' }, 'no event'],
  ['no content', { status: 204 }, '204, an empty body'],
] as const)('asks again where %s came, and says so in the end [G18]', async (_, reply, found) => {
  const endpoint = await startEndpoint([reply, 'here', reply, reply, reply])
  const adapter = adapterFor(endpoint.url)
  expect((await collect(adapter)).events.map(({ type }) => type)).toEqual(['retry', 'text', 'finish'])
  expect((await failureOf(adapter)).message).toBe(
    `${endpoint.url} sent no answer (${found}). Try again, or check DSH_BASE_URL: many endpoints end in /v1. Tried 3 times.`,
  )
})

it.each([{ hangs: 'head' }, { body: '', hangs: 'end' }, { body: 'data: {}\n\n', hangs: 'end' }] as const)(
  'asks again once where nothing was said in time: %j [G18]',
  async (reply) => {
    const endpoint = await startEndpoint([reply, 'here'])
    const adapter = adapterFor(endpoint.url, { firstByteTimeoutMs: 300, idleTimeoutMs: 300 })
    expect((await collect(adapter)).events.map(({ type }) => type)).toEqual(['retry', 'text', 'finish'])
  },
)

it.each([
  ['of the usual shape', { error: { message: 'Overloaded', code: 'x' } }],
  ['that is text', { error: 'Overloaded' }],
  [
    'beside an empty choice',
    { choices: [{ delta: { content: '' }, finish_reason: 'error' }], error: { message: 'Overloaded' } },
  ],
])('passes on an error in the middle of a stream, %s', async (_, event) => {
  const endpoint = await startEndpoint([{ body: eventStream([chunk({ content: 'a' }), event]) }])
  const { events, error } = await collect(adapterFor(endpoint.url))
  expect(events).toEqual([{ type: 'text', text: 'a' }])
  expect(error).toMatchObject({
    kind: 'stream',
    message: `${endpoint.url} broke off the answer (Overloaded). Try again.`,
  })
})

it('knows a request that is too long when the stream says so', async () => {
  const body = eventStream([{ error: { message: 'No.', code: 'context_length_exceeded' } }])
  const endpoint = await startEndpoint([{ body }])
  expect(await failureOf(adapterFor(endpoint.url))).toMatchObject({ kind: 'context-length' })
})

it('reads no more than a part of a huge or endless error', async () => {
  const page = Buffer.alloc(20_000_000, 'x')
  const endpoint = await startEndpoint([
    { status: 400, body: page, hangs: 'end' },
    { status: 400, body: gzipSync(page), headers: { 'content-encoding': 'gzip' } },
    { status: 400, body: 'no gzip', headers: { 'content-encoding': 'gzip' } },
  ])
  const adapter = adapterFor(endpoint.url)
  expect((await failureOf(adapter)).message.length).toBeLessThan(500)
  expect((await failureOf(adapter)).message).toContain(`(400: ${'x'.repeat(199)}…)`)
  expect((await failureOf(adapter)).message).toContain('rejected the request (400).')
})

it('does not wait for the end of an error that never comes', async () => {
  const endpoint = await startEndpoint([{ status: 404, body: 'gone for good', hangs: 'end' }])
  const error = await failureOf(adapterFor(endpoint.url))
  expect(error.kind).toBe('not-found')
  expect(error.message).toContain('(404: gone for good)')
  await endpoint.allConnectionsClosed()
})

it('stops a gzip bomb in place of an answer', async () => {
  const bomb = gzipSync(Buffer.alloc(100_000_000, 'x'))
  const endpoint = await startEndpoint([{ body: bomb, headers: { 'content-encoding': 'gzip' }, hangs: 'end' }])
  const error = await failureOf(adapterFor(endpoint.url))
  expect(error).toMatchObject({
    kind: 'invalid-response',
    message: `${endpoint.url} sent more than an answer can be. Check DSH_BASE_URL.`,
  })
  await endpoint.allConnectionsClosed()
})

it('refuses a proxy address that is none, without repeating it [D6]', async () => {
  process.env['HTTP_PROXY'] = 'ht!tp://user:canary-pass@nowhere'
  onTestFinished(() => void delete process.env['HTTP_PROXY'])
  const error = await failureOf(adapterFor('http://127.0.0.1:1/v1'))
  expect(error.message).toBe('HTTP_PROXY or HTTPS_PROXY is not an http address. Correct it.')
})

it('goes through the proxy that the environment names', async () => {
  const proxy = await startEndpoint([])
  process.env['HTTP_PROXY'] = new URL(proxy.url).origin
  onTestFinished(() => void delete process.env['HTTP_PROXY'])
  await collect(adapterFor('http://models.invalid/v1'))
  expect(proxy.requests.map(({ path }) => path)).toEqual(['http://models.invalid/v1/chat/completions'])
})
