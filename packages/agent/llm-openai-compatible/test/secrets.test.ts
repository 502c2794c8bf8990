import { inspect } from 'node:util'
import { type EndpointReply, type EndpointRequest, eventStream, startEndpoint } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { adapterFor, collect } from './calling.ts'

const KEY = 'sk-canary-1/2+3'
const HEADER = 'canary header "4"'

/** Everything that the endpoint knows of the caller, as text. */
const echo = ({ headers, path }: EndpointRequest): string =>
  Object.entries({ ...headers, path, query: new URL(path, 'http://h').searchParams.get('key') })
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\r\n')

const ECHOES: Readonly<Record<string, (request: EndpointRequest) => EndpointReply>> = {
  'a rejection': (request) => ({ status: 400, body: { error: { message: echo(request) } } }),
  'a refused key': (request) => ({ status: 401, body: { error: { message: echo(request), code: KEY } } }),
  'plain text': (request) => ({ status: 404, body: echo(request) }),
  'raw JSON': (request) => ({ status: 418, body: JSON.stringify([echo(request)]), headers: { 'content-type': 'a/b' } }),
  'a redirect': (request) => ({ status: 302, headers: { location: `/${encodeURIComponent(echo(request))}` } }),
  'a failure that passes': (request) => ({ status: 503, body: { message: echo(request) } }),
  'a limit': (request) => ({ status: 429, body: { detail: echo(request) } }),
  'status 200': (request) => ({ body: { error: { message: echo(request) } } }),
  'a content type': () => ({ body: '{}', headers: { 'content-type': `text/html; ${KEY}` } }),
  'an event': (request) => ({ body: eventStream([{ error: { message: echo(request) } }]) }),
  'a broken event': (request) => ({ body: `data: {"a": ${JSON.stringify(echo(request))}\n\n` }),
  'an event of another shape': (request) => ({ body: eventStream([{ choices: echo(request) }]) }),
  'a length that does not fit': () => ({ body: 'a', headers: { 'content-length': '5' }, cutAfterBytes: 1 }),
  'an encoding': (request) => ({ body: echo(request), headers: { 'content-encoding': 'gzip' } }),
  'a closed connection': () => ({ drops: true }),
}

it.each(Object.entries(ECHOES))(
  'lets no credential out when the endpoint repeats it in %s [D6] [G21]',
  async (_, reply) => {
    const endpoint = await startEndpoint((_body, request) => reply(request))
    const adapter = adapterFor(`${endpoint.url}/?key=canary%20query&v=1`, {
      apiKey: KEY,
      headers: { 'x-api-key': HEADER },
    })
    const { events, error } = await collect(adapter)
    expect(endpoint.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-api-key': HEADER })
    expect(endpoint.requests[0]?.path).toBe('/v1/chat/completions?key=canary%20query&v=1')
    expect(endpoint.requests[0]?.bodyText).not.toContain('canary')
    expect(error).toBeInstanceOf(Error)
    const everything = inspect([events, error], { depth: 20, showHidden: true, maxStringLength: null })
    expect(everything).not.toContain('canary')
    expect(JSON.stringify([events, error, String(error)])).not.toContain('canary')
  },
)

it('lets a header of the settings go before the key', async () => {
  const endpoint = await startEndpoint(['a'])
  await collect(adapterFor(endpoint.url, { apiKey: KEY, headers: { Authorization: 'Basic abc' } }))
  expect(endpoint.requests[0]?.headers['authorization']).toBe('Basic abc')
})
