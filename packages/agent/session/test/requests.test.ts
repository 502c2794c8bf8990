import { expect, it } from 'vitest'
import { MemorySessionStore, requests, type SessionEvent } from '../src/index.ts'
import { appendAll, countedSessions, fullTurn, header } from './sample.ts'

it('rebuilds each request from header, prefix and the history at its start', () => {
  const { sessions } = countedSessions(new MemorySessionStore())
  const session = sessions.create({ cwd: '/work', id: 'one' })
  appendAll(session, fullTurn)
  session.close()
  const again = sessions.resume('one')
  const prefix = [{ role: 'user', content: 'new catalog' }] as const
  appendAll(again, [
    { type: 'turn/start' },
    { type: 'user/message', content: 'And now?' },
    { type: 'request/header', reason: 'resume', ...header, model: 'large', prefix },
    { type: 'request/start' },
    { type: 'request/start' },
  ])
  const rebuilt = [...requests(again.events)]
  const history = session.messages()
  const { prefix: _prefix, ...rest } = header
  expect(rebuilt).toEqual([
    { ...rest, messages: [...header.prefix, ...history.slice(0, 1)] },
    { ...rest, messages: [...header.prefix, ...history.slice(0, 5)] },
    { ...rest, model: 'large', messages: [...prefix, ...history, { role: 'user', content: 'And now?' }] },
    { ...rest, model: 'large', messages: [...prefix, ...history, { role: 'user', content: 'And now?' }] },
  ])
  expect(rebuilt.every((request) => Object.isFrozen(request) && Object.isFrozen(request.messages))).toBe(true)
})

it('refuses events in which a request starts without a header', () => {
  const events: SessionEvent[] = [{ seq: 0, time: '2026-01-01T00:00:00.000Z', type: 'request/start' }]
  expect(() => [...requests(events)]).toThrow(TypeError)
})
