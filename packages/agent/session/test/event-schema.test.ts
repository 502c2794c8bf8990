import type { Message } from '@deepseek-ai/dsh-llm'
import { expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { eventSchema, messageSchema } from '../src/event-schema.ts'
import { eventTypes } from '../src/event-schema.ts'
import type { SessionEvent } from '../src/index.ts'
import { readEvent } from '../src/read-event.ts'
import { fullTurn } from './sample.ts'

it('reads what it was given, unknown fields of known events included', () => {
  for (const [index, body] of fullTurn.entries()) {
    const event = { seq: index + 1, time: '2026-01-01T00:00:00.000Z', ...body, later: { field: 1 } }
    expect(readEvent(event, index + 1)).toEqual({ event })
  }
})

it('knows every type of event', () => {
  const types: Record<SessionEvent['type'], true> = {
    'session/start': true,
    'session/resume': true,
    'request/header': true,
    'turn/start': true,
    'user/message': true,
    reminder: true,
    'request/start': true,
    'assistant/message': true,
    'tool/result': true,
    'root/readable': true,
    notice: true,
    'turn/end': true,
  }
  expect([...eventTypes].toSorted()).toEqual(Object.keys(types).toSorted())
  expectTypeOf<z.output<typeof eventSchema>>().toEqualTypeOf<SessionEvent>()
  expectTypeOf<z.output<typeof messageSchema>>().toEqualTypeOf<Message>()
})

it('quotes at most 64 characters of what it refuses, escaped', () => {
  const reading = readEvent({ seq: 1, type: `\u001b[2J${'x'.repeat(1_000)}` }, 1)
  expect(reading).toMatchObject({ code: 'unsupported', reason: expect.stringContaining('"\\u001b[2Jxxx') })
  expect('reason' in reading && reading.reason.length).toBeLessThan(140)
})
