import type { SessionEvent } from './events.ts'
import { SessionError } from './session-error.ts'
import type { SessionInfo } from './store.ts'

const MAX_FIRST_WORDS = 200

/** What the first events of a log say. Throws `SessionError` when they are no start of session `id`. */
export function sessionInfo(
  events: readonly SessionEvent[],
  { id, path }: { readonly id: string; readonly path: string },
): SessionInfo {
  const [start] = events
  if (start?.type === 'session/start' && start.id === id) {
    const firstWords = firstWordsOf(events)
    const moved = events.findLast((event) => event.type === 'session/resume' && event.cwd !== undefined)
    const cwd = (moved?.type === 'session/resume' ? moved.cwd : undefined) ?? start.cwd
    return { id, cwd, startedAt: start.time, ...(firstWords !== undefined && { firstWords }) }
  }
  const message =
    start?.type === 'session/start'
      ? `${path} holds the session ${start.id}: give the file its name back.`
      : `${path} does not start with a whole line of a session log. Move it away, or remove it.`
  throw new SessionError({ code: 'damaged', message, path, line: 1 })
}

/** Whether nothing that `sessionInfo` looks for comes after this event. */
export function isInfoComplete({ type }: SessionEvent): boolean {
  return type === 'user/message'
}

function firstWordsOf(events: readonly SessionEvent[]): string | undefined {
  const message = events.find((event) => event.type === 'user/message')
  if (!message) return undefined
  const words = (message.skill?.typed ?? message.content).trim().replaceAll(/\s+/g, ' ')
  return words.length <= MAX_FIRST_WORDS ? words : `${words.slice(0, MAX_FIRST_WORDS - 1).toWellFormed()}…`
}

/** Order of a list of sessions: newest first, by code units. */
export function newestFirst(first: SessionInfo, second: SessionInfo): number {
  if (first.startedAt !== second.startedAt) return first.startedAt < second.startedAt ? 1 : -1
  return first.id < second.id ? 1 : -1
}
