import type { RequestHeader, Session, SessionEventBody, SessionStore } from '../src/index.ts'
import { Sessions } from '../src/index.ts'

export interface Counted {
  readonly sessions: Sessions
  readonly errors: unknown[]
  readonly warnings: string[]
}

/** Sessions whose clock, unless there is another one, goes on by a second at each look, and whose random bytes count. */
export function countedSessions(store: SessionStore, clock?: () => Date): Counted {
  let seconds = 0
  let draws = 0
  const errors: unknown[] = []
  const warnings: string[] = []
  const sessions = new Sessions({
    store,
    now: clock ?? (() => new Date(Date.UTC(2026, 0, 1) + 1_000 * seconds++)),
    randomBytes: (count) => new Uint8Array(count).fill(draws++),
    report: (error) => errors.push(error),
    warn: (message) => warnings.push(message),
  })
  return { sessions, errors, warnings }
}

export const header: RequestHeader = {
  adapter: 'scripted',
  model: 'small',
  parameters: { temperature: 0.5, maxOutputTokens: 100 },
  system: 'You help.',
  tools: [{ name: 'skill', description: 'Loads.', parameters: { type: 'object', properties: { name: {} } } }],
  prefix: [{ role: 'user', content: '<system-reminder>catalog</system-reminder>' }],
}

/** A turn with every kind of event: two tool calls, a loaded skill, a notice, text of several scripts. */
export const fullTurn: readonly SessionEventBody[] = [
  { type: 'turn/start' },
  {
    type: 'user/message',
    skill: { name: 'review', typed: '/skill:review Naïve' },
    content: 'Naïve “question” 你好 \u{1F600}\u2028 with a lone \uD800 surrogate',
  },
  { type: 'request/header', reason: 'initial', ...header },
  { type: 'request/start' },
  {
    type: 'assistant/message',
    content: '',
    reasoning: 'hm',
    toolCalls: [
      { id: 'a', name: 'skill', arguments: '{"name":"review"}' },
      { id: 'b', name: 'read', arguments: '{"path":' },
    ],
    finish: 'tool-calls',
    usage: { inputTokens: 10, outputTokens: 2 },
  },
  { type: 'root/readable', path: '/skills/review' },
  {
    type: 'tool/result',
    toolCallId: 'a',
    toolName: 'skill',
    content: 'Review.',
    skill: { name: 'review', folder: '/skills/review' },
  },
  { type: 'tool/result', toolCallId: 'b', toolName: 'read', content: 'bad JSON', isError: true },
  { type: 'notice', code: 'some', message: 'Something.' },
  { type: 'reminder', code: 'some', content: '<system-reminder>news</system-reminder>', data: { names: ['review'] } },
  { type: 'request/start' },
  { type: 'assistant/message', content: 'Done.', finish: 'stop' },
  { type: 'turn/end', status: 'completed' },
]

export function appendAll(session: Session, bodies: readonly SessionEventBody[]): void {
  for (const body of bodies) session.append(body)
}
