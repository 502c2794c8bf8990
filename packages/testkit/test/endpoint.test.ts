import { expect, it } from 'vitest'
import { type Endpoint, eventStream, startEndpoint } from '../src/index.ts'

const post = (endpoint: Endpoint, body: unknown): Promise<Response> =>
  fetch(`${endpoint.url}/chat/completions`, { method: 'POST', body: JSON.stringify(body) })

it('streams a scripted answer and records the request to the byte', async () => {
  const toolCalls = [{ name: 'read', arguments: { path: 'x' } }]
  const endpoint = await startEndpoint([{ text: ['a', 'b'], toolCalls }, (body) => `model ${body.model}`])
  const first = await post(endpoint, { model: 'm', messages: [] })
  expect(first.headers.get('content-type')).toBe('text/event-stream')
  const text = await first.text()
  for (const part of ['"content":"a"', '"content":"b"', '"id":"call_1"', '"finish_reason":"tool_calls"']) {
    expect(text).toContain(part)
  }
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  expect(await (await post(endpoint, { model: 'm' })).text()).toContain('"content":"model m"')
  expect(endpoint.requests).toMatchObject([
    {
      method: 'POST',
      path: '/v1/chat/completions',
      bodyText: '{"model":"m","messages":[]}',
      body: { model: 'm', messages: [] },
    },
    {},
  ])
})

it('answers what the script does not foresee with a sentence', async () => {
  const endpoint = await startEndpoint([
    () => {
      throw new Error('as expected')
    },
  ])
  expect(await (await post(endpoint, {})).text()).toContain('The script failed: Error: as expected')
  const missing = await post(endpoint, {})
  expect([missing.status, await missing.text()]).toEqual([
    400,
    '{"error":{"message":"The script has no reply number 2.","type":"invalid_request_error"}}',
  ])
  expect((await fetch(endpoint.url)).status).toBe(404)
})

it('cuts, drops and hangs, and closes whatever is open', async () => {
  const body = eventStream(['x', { y: 1 }])
  expect(body).toBe('data: x\n\ndata: {"y":1}\n\n')
  const endpoint = await startEndpoint([{ body, cutAfterBytes: 4 }, { drops: true }, { body, hangs: 'end' }])
  await expect(post(endpoint, {}).then((response) => response.text())).rejects.toThrow('terminated')
  await expect(post(endpoint, {})).rejects.toThrow('fetch failed')
  const response = await post(endpoint, {})
  const rest = response.text()
  rest.catch(() => {}) // Read below, after the close.
  await endpoint.requestsReached(3)
  await endpoint.close()
  await expect(rest).rejects.toThrow('terminated')
  await endpoint.allConnectionsClosed()
})
