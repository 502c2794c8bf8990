import type { Message, ModelRequest } from '@deepseek-ai/dsh-llm'
import { startEndpoint } from '@deepseek-ai/dsh-testkit'
import { array, assert, constantFrom, integer, jsonValue, property, record, string } from 'fast-check'
import { expect, it } from 'vitest'
import { requestBody } from '../src/request-body.ts'
import { adapterFor, collect, REQUEST } from './calling.ts'

const bodyOf = (request: Partial<ModelRequest>, alwaysReasoning = false): unknown =>
  JSON.parse(requestBody({ ...REQUEST, ...request }, { alwaysReasoning }))

const messagesOf = (messages: readonly Message[], alwaysReasoning = false): unknown =>
  (bodyOf({ system: '', messages }, alwaysReasoning) as { messages: unknown }).messages

const CALLS: readonly Message[] = [
  { role: 'user', content: 'Look.' },
  { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'read', arguments: '{"path": "a' }] },
  { role: 'tool', toolCallId: '1', toolName: 'read', content: 'no such file', isError: true },
  {
    role: 'assistant',
    content: 'Two more.',
    reasoning: 'Hm.',
    toolCalls: [
      { id: '2', name: 'read', arguments: '{}' },
      { id: '3', name: 'read', arguments: '{ "n":1e3 }' },
    ],
  },
  { role: 'tool', toolCallId: '2', toolName: 'read', content: '' },
  { role: 'tool', toolCallId: '3', toolName: 'read', content: 'c', isError: false },
  { role: 'assistant', content: 'Done.', reasoning: 'So.' },
]

it('sends the whole request, to the byte, and nothing else', async () => {
  const endpoint = await startEndpoint(['ok', 'ok'])
  const adapter = adapterFor(endpoint.url, { apiKey: 'key', headers: { 'X-Team': 'a b' } })
  const tools = [{ name: 'read', description: 'Reads.', parameters: { type: 'object', properties: { z: {}, a: {} } } }]
  await collect(adapter, { tools, parameters: { temperature: 0, maxOutputTokens: 9 } }, { sessionId: 'sé ssion' })
  await collect(adapter, { system: '' })
  const [full, plain] = endpoint.requests
  expect(full?.method).toBe('POST')
  expect(full?.path).toBe('/v1/chat/completions')
  expect(full?.bodyText).toBe(
    '{"model":"test-model","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hello"}],' +
      '"tools":[{"type":"function","function":{"name":"read","description":"Reads.",' +
      '"parameters":{"type":"object","properties":{"z":{},"a":{}}}}}],' +
      '"temperature":0,"max_tokens":9,"stream":true,"stream_options":{"include_usage":true}}',
  )
  expect(plain?.bodyText).toBe(
    '{"model":"test-model","messages":[{"role":"user","content":"Hello"}],' +
      '"stream":true,"stream_options":{"include_usage":true}}',
  )
  const { host: _host, connection: _connection, ...headers } = full?.headers ?? {}
  expect(headers).toEqual({
    accept: 'text/event-stream',
    'accept-encoding': 'identity',
    'accept-language': '*',
    authorization: 'Bearer key',
    'content-length': String(Buffer.byteLength(full?.bodyText ?? '')),
    'content-type': 'application/json',
    'sec-fetch-mode': 'cors',
    'user-agent': 'dsh',
    'x-session-affinity': 's%C3%A9%20ssion',
    'x-team': 'a b',
  })
})

it('keeps the order of messages and the arguments of calls, and marks a failed tool', () => {
  expect(messagesOf(CALLS)).toEqual([
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: null,
      reasoning_content: '',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'read', arguments: '{"path": "a' } }],
    },
    { role: 'tool', tool_call_id: '1', content: '[tool error] no such file' },
    {
      role: 'assistant',
      content: 'Two more.',
      reasoning_content: 'Hm.',
      tool_calls: [
        { id: '2', type: 'function', function: { name: 'read', arguments: '{}' } },
        { id: '3', type: 'function', function: { name: 'read', arguments: '{ "n":1e3 }' } },
      ],
    },
    { role: 'tool', tool_call_id: '2', content: '' },
    { role: 'tool', tool_call_id: '3', content: 'c' },
    { role: 'assistant', content: 'Done.' },
  ])
})

it('sends no reasoning field where no model ever thought, unless the endpoint always wants it', () => {
  const [user, call] = CALLS
  const history = [user, call].filter((message) => message !== undefined)
  expect(JSON.stringify(messagesOf(history))).not.toContain('reasoning_content')
  expect(messagesOf(history, true)).toMatchObject([{}, { reasoning_content: '' }])
})

it('leaves an answer out that was cut off before it said anything', () => {
  const user: Message = { role: 'user', content: 'a' }
  expect(messagesOf([user, { role: 'assistant', content: '', reasoning: 'Hm' }, user])).toEqual([user, user])
})

it('gives the same bytes for the same request, also after a trip through JSON, whatever is in it', () => {
  // Code units, so that half characters are among them.
  const anyText = array(integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) =>
    String.fromCharCode(...units),
  )
  const request = record({
    system: anyText,
    content: anyText,
    text: string(),
    schema: jsonValue(),
    role: constantFrom('user' as const, 'assistant' as const, 'tool' as const),
  }).map(({ system, content, text, schema, role }): ModelRequest => {
    const message: Message =
      role === 'tool'
        ? { role, toolCallId: text, toolName: text, content, isError: true }
        : { role, content, toolCalls: [{ id: text, name: text, arguments: content }] }
    return {
      ...REQUEST,
      system,
      messages: [message],
      tools: [{ name: text, description: content, parameters: { schema } }],
    }
  })
  assert(
    property(request, (value) => {
      const text = requestBody(value, { alwaysReasoning: false })
      expect(requestBody(structuredClone(value), { alwaysReasoning: false })).toBe(text)
      expect(requestBody(JSON.parse(JSON.stringify(value)) as ModelRequest, { alwaysReasoning: false })).toBe(text)
      const [message] = value.messages
      if (message?.role !== 'assistant') return
      const { messages } = JSON.parse(text) as {
        messages: { tool_calls?: { function: { arguments: string } }[] }[]
      }
      expect(messages.at(-1)?.tool_calls?.[0]?.function.arguments).toBe(message.toolCalls?.[0]?.arguments)
    }),
  )
})
