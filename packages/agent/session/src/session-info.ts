import type { SessionEvent } from './events.ts'
import { SessionError } from './session-error.ts'
import type { SessionInfo } from './store.ts'

/** What the first event of a log says. Throws `SessionError` when it is no start of session `id`. */
export function sessionInfo(
  start: SessionEvent | undefined,
  { id, path }: { readonly id: string; readonly path: string },
): SessionInfo {
  if (start?.type === 'session/start' && start.id === id) return { id, cwd: start.cwd, startedAt: start.time }
  const message =
    start?.type === 'session/start'
      ? `${path} holds the session ${start.id}: give the file its name back.`
      : `${path} does not start with a whole line of a session log. Move it away, or remove it.`
  throw new SessionError({ code: 'damaged', message, path, line: 1 })
}

/** Order of a list of sessions: newest first, by code units. */
export function newestFirst(first: SessionInfo, second: SessionInfo): number {
  if (first.startedAt !== second.startedAt) return first.startedAt < second.startedAt ? 1 : -1
  return first.id < second.id ? 1 : -1
}
