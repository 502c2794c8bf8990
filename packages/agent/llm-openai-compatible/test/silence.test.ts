import { createServer, type ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { adapterFor, collect } from './calling.ts'

/** A server that sends `first`, then `again` each 20 ms for ever. */
async function startDripping(first: string, again: string): Promise<string> {
  const server = createServer((request, response: ServerResponse) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(first)
    const timer = setInterval(() => response.write(again), 20)
    response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}/v1`
}

const said = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'

it.each([
  ['comments', '', ': ka\n\n'],
  ['comments behind text', said, ': ka\n\n'],
  ['pings', said, 'event: ping\ndata: {"type":"ping"}\n\n'],
  ['empty events', said, 'data:\n\n'],
  ['choices that are none', said, 'data: {"choices":[]}\n\n'],
  ['deltas that say nothing', said, 'data: {"choices":[{"index":0,"delta":{"content":""}}]}\n\n'],
  ['usage alone', said, 'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\n'],
  ['line ends', said, '\n'],
  ['an event without an end', said, 'data: x'],
  ['a document without an end', '{', ' '],
])('takes no sign of life for an answer: %s [G17]', async (_, first, again) => {
  const url = await startDripping(first, again)
  const { error } = await collect(adapterFor(url, { idleTimeoutMs: 300 }))
  expect(error).toMatchObject({
    kind: 'stream',
    message: `${url} fell silent for 0.3 s in the middle of an answer. Try again.${first === said ? '' : ' Tried 2 times.'}`,
  })
})

it('goes on as long as something is said, however slowly [G17]', async () => {
  const url = await startDripping('', `${said}: ka\n\n`)
  let pieces = 0
  for await (const event of adapterFor(url, { idleTimeoutMs: 300 }).stream(
    { adapter: 'a', model: 'm', parameters: {}, system: '', tools: [], messages: [{ role: 'user', content: 'hi' }] },
    {},
  )) {
    expect(event).toEqual({ type: 'text', text: 'a' })
    pieces += 1
    if (pieces === 40) break
  }
  expect(pieces).toBe(40)
})

it('does not wait for ever behind a finish reason [G17]', async () => {
  const url = await startDripping(
    'data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}\n\n',
    ': ka\n\n',
  )
  const { events, error } = await collect(adapterFor(url))
  expect({ error, last: events.at(-1) }).toEqual({ error: undefined, last: { type: 'finish', reason: 'stop' } })
})
