import { type EndpointReply, startEndpoint } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { Config } from '../src/config.ts'
import { describeSite } from '../src/site.ts'
import { statusFailure } from '../src/status-failure.ts'
import { adapterFor, collect, failureOf, standingClock } from './calling.ts'

const says = (status: number, message: string, more: Partial<EndpointReply> = {}): EndpointReply => ({
  status,
  body: { error: { message, type: 'some_error' } },
  ...more,
})

it.each([
  [
    'a key that is not accepted',
    says(401, 'Authentication Fails'),
    {
      kind: 'auth',
      status: 401,
      message: 'AT did not accept the key (401: Authentication Fails). Set a valid one: DSH_API_KEY.',
    },
  ],
  [
    'a key without the right',
    says(403, 'no'),
    { kind: 'auth', status: 403, message: 'AT refused access (403: no). Check what the key in DSH_API_KEY may do.' },
  ],
  [
    'an account without credit',
    says(402, 'Insufficient Balance'),
    {
      kind: 'rejected',
      status: 402,
      message:
        'The account at AT has no credit left (402: Insufficient Balance). Top it up, or set another key: DSH_API_KEY.',
    },
  ],
  [
    'an unknown model',
    says(404, 'Model Not Exist'),
    {
      kind: 'not-found',
      status: 404,
      message:
        'AT knows no such model or address (404: Model Not Exist). ' +
        'Check the model, DSH_MODEL (now test-model), and the address, DSH_BASE_URL.',
    },
  ],
  [
    'a request that does not fit',
    says(422, 'tools: bad'),
    {
      kind: 'rejected',
      status: 422,
      message:
        'AT rejected the request (422: tools: bad). ' +
        'Check that this endpoint and model take the request: its messages, tools and parameters.',
    },
  ],
  [
    'a request that is too long',
    says(400, "This model's maximum context length is 8 tokens."),
    {
      kind: 'context-length',
      status: 400,
      message:
        "The request is too long for the model test-model (400: This model's maximum context length is 8 tokens.). " +
        'Start a new session, or set a model with a larger window: DSH_MODEL.',
    },
  ],
  [
    'a used-up quota',
    { status: 429, body: { error: { message: 'no more', code: 'insufficient_quota' } } },
    {
      kind: 'rate-limit',
      status: 429,
      message:
        'AT takes no more requests for now (429: no more). ' +
        'Its quota is used up: raise it, or set another key: DSH_API_KEY.',
    },
  ],
])('tells of %s, and does not ask again', async (_, reply, expected) => {
  const endpoint = await startEndpoint([reply])
  const error = await failureOf(adapterFor(endpoint.url, { apiKey: 'some-key-or-other' }))
  const { kind, status } = error
  expect({ kind, status, message: error.message.replaceAll(endpoint.url, 'AT') }).toEqual(expected)
  expect(endpoint.requests).toHaveLength(1)
})

it('tells that a key is wanted where none is set', async () => {
  const endpoint = await startEndpoint([says(401, 'no key')])
  const error = await failureOf(adapterFor(endpoint.url))
  expect(error.message).toBe(`${endpoint.url} asks for a key (401: no key), and none is set. Set DSH_API_KEY.`)
})

it('names the variables of DeepSeek for DeepSeek alone', () => {
  const site = describeSite(Config.parse({ apiKey: 'some-key-or-other' }))
  const response = { status: 401, bodyText: '', retryAfter: null, location: null }
  expect(statusFailure(response, 'm', site, 0)).toEqual({
    kind: 'auth',
    status: 401,
    what: 'https://api.deepseek.com did not accept the key (401).',
    advice: 'Set a valid one: DEEPSEEK_API_KEY or DSH_API_KEY.',
  })
})

it.each([
  ['context_length_exceeded', { error: { message: 'No.', code: 'context_length_exceeded' } }],
  ['exceed_context_size_error', { error: { code: 400, message: 'No.', type: 'exceed_context_size_error' } }],
  ['a plain message', { message: 'prompt is too long: 9 tokens > 8 maximum' }],
  ['a detail', { detail: 'Requested tokens exceed context window of 8' }],
  ['an error that is text', { error: 'input length exceeds the context length' }],
  ['another sentence', { error: { message: 'Range of input length should be [1, 8]' } }],
])('knows a request that is too long by %s', async (_, body) => {
  const endpoint = await startEndpoint([{ status: 400, body }])
  expect(await failureOf(adapterFor(endpoint.url))).toMatchObject({ kind: 'context-length', status: 400 })
})

it('knows a body that is too large by its status', async () => {
  const endpoint = await startEndpoint([{ status: 413, body: '<html>413</html>' }])
  expect(await failureOf(adapterFor(endpoint.url))).toMatchObject({ kind: 'context-length' })
})

it('calls again after 429, 503 and a closed connection, and says so', async () => {
  const endpoint = await startEndpoint([
    says(429, 'slow down', { headers: { 'retry-after': '7' } }),
    says(503, 'busy'),
    { drops: true },
    'here',
  ])
  const clock = standingClock()
  const { events, error } = await collect(adapterFor(endpoint.url, { maxRetries: 3 }, clock))
  expect(error).toBeUndefined()
  expect(events).toEqual([
    { type: 'retry', message: `${endpoint.url} takes no more requests for now (429: slow down).`, delayMs: 7000 },
    { type: 'retry', message: `${endpoint.url} failed (503: busy).`, delayMs: 2000 },
    { type: 'retry', message: expect.stringContaining(`The connection to ${endpoint.url} failed (`), delayMs: 4000 },
    { type: 'text', text: 'here' },
    { type: 'finish', reason: 'stop' },
  ])
  expect(clock.pauses).toEqual([7000, 2000, 4000])
  expect(new Set(endpoint.requests.map(({ bodyText }) => bodyText)).size).toBe(1)
})

it.each([
  [429, 'rate-limit'],
  [500, 'server'],
  [529, 'server'],
])('gives up on status %i after the retries', async (status, kind) => {
  const endpoint = await startEndpoint(() => says(status, 'no'))
  const error = await failureOf(adapterFor(endpoint.url))
  expect(error).toMatchObject({ kind, status })
  expect(error.message).toContain('Tried 3 times.')
  expect(endpoint.requests).toHaveLength(3)
})

it('does not wait longer than a minute for an endpoint that asks for more, and says for how long', async () => {
  const endpoint = await startEndpoint([says(429, 'no', { headers: { 'retry-after': '3600' } })])
  const error = await failureOf(adapterFor(endpoint.url))
  expect(error.message).toContain('The endpoint asks to wait 3600 s.')
  expect(endpoint.requests).toHaveLength(1)
})

it('reads a date as the time to come back', async () => {
  const headers = { 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' }
  const endpoint = await startEndpoint([says(503, 'no', { headers }), 'ok'])
  const clock = standingClock(50_000)
  await collect(adapterFor(endpoint.url, {}, clock))
  expect(clock.pauses).toEqual([10_000])
})

it('follows no redirect, to this or another origin, and keeps the key', async () => {
  const other = await startEndpoint(['never'])
  for (const [status, target] of [
    [302, `${other.url}/chat/completions?token=x`],
    [307, `${other.url}/chat/completions`],
    [308, '/v2/chat/completions'],
  ] as const) {
    const endpoint = await startEndpoint([{ status, headers: { location: target } }])
    const settings = { apiKey: 'canary-key', headers: { 'x-api-key': 'canary-header' } }
    const error = await failureOf(adapterFor(endpoint.url, settings))
    const final = new URL(target, endpoint.url)
    expect(error).toMatchObject({ kind: 'invalid-response', status })
    expect(error.message).toBe(
      `${endpoint.url} redirects to ${final.origin}${final.pathname} (${status}); that is not followed, ` +
        'so that the key goes nowhere else. Set DSH_BASE_URL to the final address.',
    )
    expect(endpoint.requests).toHaveLength(1)
  }
  expect(other.requests).toEqual([])
})

it('survives a redirect to nowhere', async () => {
  const endpoint = await startEndpoint([{ status: 304 }, { status: 301, headers: { location: 'http://[' } }])
  const adapter = adapterFor(endpoint.url)
  for (const status of [304, 301]) {
    expect((await failureOf(adapter)).message).toContain(`redirects (${status});`)
  }
})

it.each([
  ['in its message', 400, { error: { message: 'Unrecognized request argument supplied: stream_options' } }],
  ['by its place', 422, { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] }],
])('leaves stream_options out from now on where an endpoint refuses it %s [G12]', async (_, status, body) => {
  const endpoint = await startEndpoint((request) => (request.stream_options ? { status, body } : 'here'))
  const adapter = adapterFor(endpoint.url, { maxRetries: 0 })
  for (let round = 0; round < 2; round += 1) {
    expect((await collect(adapter)).events.map(({ type }) => type)).toEqual(['text', 'finish'])
  }
  expect(endpoint.requests.map(({ body: { stream_options } }) => stream_options !== undefined)).toEqual([
    true,
    false,
    false,
  ])
})

it('says what a server that checks its input refuses [G12]', async () => {
  const body = { detail: [{ loc: ['body', 'tools'], msg: 'Extra inputs are not permitted' }] }
  const endpoint = await startEndpoint([{ status: 422, body }])
  expect((await failureOf(adapterFor(endpoint.url))).message).toContain('(422: Extra inputs are not permitted)')
})
