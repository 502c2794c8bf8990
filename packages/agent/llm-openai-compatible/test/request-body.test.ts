import type { Message, ModelRequest, ReasoningField, ToolCall } from '@deepseek-ai/dsh-llm'
import { refusalOf, startEndpoint } from '@deepseek-ai/dsh-testkit'
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
    reasoningField: 'reasoning_content',
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

it('keeps the order of messages and whole arguments, and marks a failed tool [G10]', () => {
  expect(messagesOf(CALLS)).toEqual([
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: null,
      reasoning_content: '',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'read', arguments: '{}' } }],
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
  expect(messagesOf(history, true)).toMatchObject([{}, { reasoning_content: '' }, {}])
})

it('leaves an answer out that was cut off before it said anything', () => {
  const user: Message = { role: 'user', content: 'a' }
  const cut: Message = { role: 'assistant', content: ' \n', reasoning: 'Hm' }
  expect(messagesOf([user, cut, user])).toEqual([{ role: 'user', content: 'a\n\na' }])
})

it('joins user messages side by side, and no others [G12]', () => {
  const user = (content: string): Message => ({ role: 'user', content })
  expect(
    messagesOf([user('catalog'), user('reminder'), user('hi'), { role: 'assistant', content: 'Yo' }, user('b')]),
  ).toEqual([user('catalog\n\nreminder\n\nhi'), { role: 'assistant', content: 'Yo' }, user('b')])
})

const callWith = (call: Partial<ToolCall>): Message => ({
  role: 'assistant',
  content: '',
  toolCalls: [{ id: 'a', name: 'read', arguments: '{}', ...call }],
})

interface WireCalls {
  readonly tool_calls: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

it.each([
  ['{"name": "tea"', '{}'],
  ['', '{}'],
  ['null', '{}'],
  ['[1]', '{}'],
  ['"{}"', '{}'],
  ['{} {}', '{}'],
  [`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`, '{}'],
  [' { "n": 1e3 }', ' { "n": 1e3 }'],
  ['{"a":"\\ud83d"}', '{"a":"\ufffd"}'],
  ['{"\\ud83d":["x\ud83d"]}', '{"\ufffd":["x\ufffd"]}'],
])('sends the arguments %j as %j [G10]', (text, expected) => {
  const [message] = messagesOf([callWith({ arguments: text })]) as [WireCalls]
  expect(message.tool_calls[0]?.function.arguments).toBe(expected)
})

it.each([
  ['read', 'read'],
  ['', 'unnamed'],
  ['read file', 'read_file'],
  ['функция.read', '_read'],
  ['x'.repeat(100_000), 'x'.repeat(64)],
])('sends the name of a call as the protocol takes it: %.20s [G10]', (name, expected) => {
  const [message] = messagesOf([callWith({ name })]) as [WireCalls]
  expect(message.tool_calls[0]?.function.name).toBe(expected)
})

it('gives each call of a request an id of its own, and each result that of its call [G10]', () => {
  const result = (toolCallId: string, content: string): Message => ({
    role: 'tool',
    toolCallId,
    toolName: 'read',
    content,
  })
  const two: Message = {
    role: 'assistant',
    content: '',
    toolCalls: ['', '\ud83d'].map((id) => ({ id, name: 'read', arguments: '{}' })),
  }
  const history = [
    callWith({}),
    result('a', '1'),
    callWith({}),
    result('a', '2'),
    two,
    result('', '3'),
    result('\ud83d', '4'),
  ]
  const wire = messagesOf(history) as (Partial<WireCalls> & { tool_call_id?: string; content: string })[]
  expect(wire.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))).toEqual(['a', 'a_2', 'call', 'call_2'])
  expect(wire.flatMap(({ tool_call_id: id, content }) => (id === undefined ? [] : [[id, content]]))).toEqual([
    ['a', '1'],
    ['a_2', '2'],
    ['call', '3'],
    ['call_2', '4'],
  ])
})

it('sends no call without a result, and no result without a call [G10]', () => {
  const stray: Message = { role: 'tool', toolCallId: 'z', toolName: 'read', content: 'stray' }
  const user: Message = { role: 'user', content: 'a' }
  expect(messagesOf([stray, user, callWith({}), stray, user])).toEqual([
    user,
    expect.objectContaining({ role: 'assistant' }),
    { role: 'tool', tool_call_id: 'a', content: '[tool error] No result of this call was recorded.' },
    { role: 'assistant', content: '[No answer was given here: the next message of the user came first.]' },
    user,
  ])
})

it('puts an answer between results and the next user message, and nowhere else [G12]', () => {
  const user: Message = { role: 'user', content: 'a' }
  const result: Message = { role: 'tool', toolCallId: 'a', toolName: 'read', content: '' }
  const empty: Message = { role: 'assistant', content: ' ' }
  const said: Message = { role: 'assistant', content: 'b' }
  const rolesOf = (messages: readonly Message[]): readonly unknown[] =>
    (messagesOf(messages) as { readonly role: string }[]).map(({ role }) => role)
  const called = ['user', 'assistant', 'tool']
  expect(rolesOf([user, callWith({}), result, user, user])).toEqual([...called, 'assistant', 'user'])
  expect(rolesOf([user, callWith({}), result, empty, user])).toEqual([...called, 'assistant', 'user'])
  expect(rolesOf([user, callWith({}), result, said, user])).toEqual([...called, 'assistant', 'user'])
  expect(rolesOf([user, callWith({}), result, callWith({}), result])).toEqual([...called, 'assistant', 'tool'])
  expect(rolesOf([user, said, user])).toEqual(['user', 'assistant', 'user'])
})

it('sends reasoning back in the field that it came in, or not at all [G13]', () => {
  const thought = (reasoningField?: ReasoningField): Message => ({
    ...callWith({}),
    role: 'assistant',
    content: '',
    reasoning: 'Hm',
    ...(reasoningField && { reasoningField }),
  })
  expect(messagesOf([thought('reasoning')])).toMatchObject([{ reasoning: 'Hm' }, {}])
  expect(JSON.stringify(messagesOf([thought('reasoning')]))).not.toContain('reasoning_content')
  expect(messagesOf([thought('reasoning_content')])).toMatchObject([{ reasoning_content: 'Hm' }, {}])
  expect(JSON.stringify(messagesOf([thought()]))).not.toContain('reasoning')
})

it('sends well-formed Unicode only [G10]', () => {
  const half = 'x\ud83d'
  const body = requestBody(
    { ...REQUEST, system: half, messages: [{ role: 'user', content: half }] },
    { alwaysReasoning: false },
  )
  expect(body).not.toMatch(/\\ud83d/i)
  expect(body.match(/\ufffd/g)).toHaveLength(2)
})

it('gives the same bytes for the same request, also after a trip through JSON, and bytes that a strict server takes, whatever is in it [G10]', () => {
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
      messages: [{ role: 'user', content }, message, { role: 'user', content: text }],
      tools: [{ name: text, description: content, parameters: { schema } }],
    }
  })
  assert(
    property(request, (value) => {
      const text = requestBody(value, { alwaysReasoning: false })
      expect(requestBody(structuredClone(value), { alwaysReasoning: false })).toBe(text)
      expect(requestBody(JSON.parse(JSON.stringify(value)) as ModelRequest, { alwaysReasoning: false })).toBe(text)
      expect(refusalOf(text)).toBeUndefined()
    }),
  )
})
