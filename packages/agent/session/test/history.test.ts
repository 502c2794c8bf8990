import type { Message } from '@deepseek-ai/dsh-llm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closingEvents, deriveMessages, type SessionEvent, type SessionEventBody } from '../src/index.ts'
import { fullTurn } from './sample.ts'

function numbered(bodies: readonly SessionEventBody[]): readonly SessionEvent[] {
  return bodies.map((body, seq) => ({ seq, time: '2026-01-01T00:00:00.000Z', ...body }))
}

/** What a chat API insists on: results follow their calls at once, one each, and none stands alone. */
function isValid(messages: readonly Message[]): boolean {
  const open = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool' ? !open.delete(message.toolCallId) : open.size > 0) return false
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) open.add(call.id)
    if (message.role === 'assistant' && message.content === '' && !message.toolCalls?.length) return false
  }
  return open.size === 0
}

it('derives the messages of a full turn', () => {
  expect(deriveMessages(numbered(fullTurn))).toEqual([
    { role: 'user', content: 'Naïve “question” 你好 \u{1F600}\u2028 with a lone \uD800 surrogate' },
    {
      role: 'assistant',
      content: '',
      reasoning: 'hm',
      toolCalls: [
        { id: 'a', name: 'skill', arguments: '{"name":"review"}' },
        { id: 'b', name: 'read', arguments: '{"path":' },
      ],
    },
    { role: 'tool', toolCallId: 'a', toolName: 'skill', content: 'Review.' },
    { role: 'tool', toolCallId: 'b', toolName: 'read', content: 'bad JSON', isError: true },
    { role: 'user', content: '<system-reminder>news</system-reminder>' },
    { role: 'assistant', content: 'Done.' },
  ])
})

it('keeps empty answers and results without a call out, and lets a message wait for the results', () => {
  const call = { id: 'a', name: 'skill', arguments: '{}' }
  const messages = deriveMessages(
    numbered([
      { type: 'tool/result', toolCallId: 'a', toolName: 'skill', content: 'too early' },
      { type: 'assistant/message', content: '', reasoning: 'only thought' },
      { type: 'assistant/message', content: 'x', toolCalls: [call] },
      { type: 'user/message', content: 'in between' },
      { type: 'tool/result', toolCallId: 'a', toolName: 'skill', content: 'right' },
      { type: 'tool/result', toolCallId: 'a', toolName: 'skill', content: 'again' },
    ]),
  )
  expect(messages).toEqual([
    { role: 'assistant', content: 'x', toolCalls: [call] },
    { role: 'tool', toolCallId: 'a', toolName: 'skill', content: 'right' },
    { role: 'user', content: 'in between' },
  ])
})

/** Turns as the loop writes them, with foreign events anywhere, cut off anywhere. */
const interruptedLog = fc
  .array(
    fc.record({
      text: fc.constantFrom('', 'text'),
      calls: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
      foreign: fc.constantFrom<SessionEventBody>(
        { type: 'notice', code: 'n', message: 'm' },
        { type: 'user/message', content: 'told by a plugin' },
        { type: 'root/readable', path: '/r' },
      ),
      foreignAt: fc.nat(8),
    }),
    { maxLength: 4 },
  )
  .map((steps) =>
    steps.flatMap(({ text, calls, foreign, foreignAt }): SessionEventBody[] => {
      const toolCalls = calls.map((id) => ({ id, name: 'tool', arguments: '{}' }))
      const events: SessionEventBody[] = [
        { type: 'turn/start' },
        { type: 'user/message', content: 'go' },
        { type: 'assistant/message', content: text, toolCalls },
        ...calls.map((id): SessionEventBody => ({
          type: 'tool/result',
          toolCallId: id,
          toolName: 'tool',
          content: id,
        })),
        { type: 'turn/end', status: 'completed' },
      ]
      return events.toSpliced(Math.max(1, foreignAt % events.length), 0, foreign)
    }),
  )
  .chain((events) => fc.nat(events.length).map((length) => events.slice(0, length)))

it('is valid for a chat API however a log was cut off, once its turn was closed', () => {
  fc.assert(
    fc.property(interruptedLog, fc.constantFrom('cancelled', 'failed'), (bodies, status) => {
      const closing = closingEvents(numbered(bodies), { status, toolResult: 'none' })
      const closed = numbered([...bodies, ...closing])
      expect(isValid(deriveMessages(closed))).toBe(true)
      expect(closingEvents(closed, { status, toolResult: 'none' })).toEqual([])
      const starts = closed.filter((event) => event.type === 'turn/start').length
      expect(closed.filter((event) => event.type === 'turn/end')).toHaveLength(starts)
    }),
  )
})

it('closes the last turn alone, and only the calls of its last answer that lack a result', () => {
  const call = (id: string) => ({ id, name: 'tool', arguments: '{}' })
  const events = numbered([
    { type: 'turn/start' },
    { type: 'assistant/message', content: '', toolCalls: [call('a')] },
    { type: 'tool/result', toolCallId: 'a', toolName: 'tool', content: '' },
    { type: 'assistant/message', content: '', toolCalls: [call('a'), call('b')] },
    { type: 'tool/result', toolCallId: 'b', toolName: 'tool', content: '' },
  ])
  expect(closingEvents(events, { status: 'cancelled', error: 'why', toolResult: 'text' })).toEqual([
    { type: 'tool/result', toolCallId: 'a', toolName: 'tool', content: 'text', isError: true },
    { type: 'turn/end', status: 'cancelled', error: 'why' },
  ])
})
