import { SessionError } from './session-error.ts'

// What every store says in the same words. `path`: the file concerned, where sessions are files.

/** The id is in use. */
export function takenError(id: string, path?: string): SessionError {
  return new SessionError({ code: 'taken', message: `There is a session ${id} already.`, path })
}

/** No session has that id. */
export function unknownError(id: string, path?: string): SessionError {
  return new SessionError({ code: 'unknown', message: `There is no session ${id}.`, path })
}

/** The session is open in the process that asks for it. */
export function openHereError(pid: number, path?: string): SessionError {
  const message = `The session is open in this very process (${pid}) already.`
  return new SessionError({ code: 'locked', message, path, pid })
}

/** The log was closed. */
export function closedError(path?: string): SessionError {
  return new SessionError({ code: 'closed', message: 'The session is closed.', path })
}
