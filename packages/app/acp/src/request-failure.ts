import { RequestError } from '@agentclientprotocol/sdk'
import { SessionError, type SessionErrorCode } from '@deepseek-ai/dsh-session'

const INVALID_REQUEST = -32600
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603
const NOT_FOUND = -32002

/** The errors of sessions in the numbers of the protocol. */
const CODES: Readonly<Record<SessionErrorCode, number>> = {
  unknown: NOT_FOUND,
  'invalid-id': INVALID_PARAMS,
  taken: INVALID_REQUEST,
  locked: INVALID_REQUEST,
  closed: INVALID_REQUEST,
  damaged: INTERNAL_ERROR,
  unsupported: INTERNAL_ERROR,
  storage: INTERNAL_ERROR,
  clock: INTERNAL_ERROR,
}

/** The request cannot be done as things are now. `message` is what a person reads. */
export function conflict(message: string): RequestError {
  return new RequestError(INVALID_REQUEST, message)
}

/** The work was done in vain. `message` is what a person reads. */
export function failure(message: string): RequestError {
  return new RequestError(INTERNAL_ERROR, message)
}

/** No session of that id is open here. */
export function sessionNotOpen(sessionId: string): RequestError {
  const message = 'No such session is open: session/new starts one, session/load goes on with an earlier one.'
  return new RequestError(NOT_FOUND, message, { sessionId })
}

/** `error` as the client is told of it. A foreign one is not quoted, since it may hold what no client should see. */
export function asRequestError(error: unknown, report: (error: unknown) => void): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof SessionError) return new RequestError(CODES[error.code], error.message)
  report(error)
  return failure('The request failed because of a fault in a program. Its log says more.')
}
