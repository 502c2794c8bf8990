import { expect, it } from 'vitest'
import { refusalOf } from '../src/index.ts'

const user = { role: 'user', content: 'hi' }
const call = (more: object = {}) => ({
  id: 'a',
  type: 'function',
  function: { name: 'read', arguments: '{}' },
  ...more,
})
const answer = (more: object = {}) => ({ role: 'assistant', content: null, tool_calls: [call()], ...more })
const result = { role: 'tool', tool_call_id: 'a', content: '' }
const calling = (name: string, text: string) => answer({ tool_calls: [call({ function: { name, arguments: text } })] })

const refusal = (messages: readonly object[], more: object = {}): string | undefined =>
  refusalOf(JSON.stringify({ model: 'm', messages, ...more }))

it('takes a conversation in order', () => {
  expect(
    refusal([{ role: 'system', content: 's' }, user, answer(), result, { role: 'assistant', content: 'ok' }, user]),
  ).toBe(undefined)
  const thought = [user, answer({ reasoning: 'Hm' }), result]
  expect(refusalOf(JSON.stringify({ model: 'm', messages: thought }), { reasoningFields: ['reasoning'] })).toBe(
    undefined,
  )
})

it.each([
  ['neighbouring user messages', [user, user], 'side by side'],
  ['an empty answer', [user, { role: 'assistant', content: ' ' }, user], 'empty answer'],
  ['arguments that do not parse', [user, calling('read', '{"a"'), result], 'JSON'],
  ['arguments that are no object', [user, calling('read', '[]'), result], 'not an object'],
  ['a name that does not match', [user, calling('read file', '{}'), result], 'does not match'],
  ['a call without a result', [user, answer(), user], 'have no result'],
  ['a result without a call', [user, result], 'without a call'],
  ['two calls of one id', [user, answer({ tool_calls: [call(), call()] }), result], 'id of its own'],
  [
    'reasoning that it never sent',
    [user, answer({ reasoning_content: '' }), result],
    'unknown field reasoning_content',
  ],
  ['a user message behind a result', [user, answer(), result, user], 'right behind a tool message'],
  ['a late system message', [user, { role: 'system', content: 's' }], 'not the first'],
  ['an answer at the end', [user, { role: 'assistant', content: 'a' }], 'the last one'],
  ['half a character', [{ role: 'user', content: '\ud83d' }], 'surrogate'],
] as const)('refuses %s', (_, messages, found) => {
  expect(refusal(messages)).toContain(found)
})

it('refuses tools without a name that fits', () => {
  const tools = [{ type: 'function', function: { name: 'a.b', description: '', parameters: {} } }]
  expect(refusal([user], { tools })).toContain('does not match')
})
