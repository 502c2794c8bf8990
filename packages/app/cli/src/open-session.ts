import { type Session, SessionError, type SessionService } from '@deepseek-ai/dsh-session'
import type { Invocation } from './command.ts'
import { nearest } from './nearest.ts'
import { UsageError } from './usage-error.ts'

const NEW_ONE = 'To start a new session, leave out --resume.'
const OTHER_HOME = 'DSH_HOME names the folder that holds sessions: set it to one that this user may write.'

/** Most letters that a mistyped id is off: ids that were made at one time differ by little more. */
const TYPED_AMISS = 2

/** The session of `--resume ID`, else a new one in `folder`. Throws `UsageError` when `--cwd` names another folder than its own. */
export function openSession(sessions: SessionService, folder: string, options: Invocation['options']): Session {
  const { resume: id, cwd } = options
  if (typeof id !== 'string')
    return orAdvise(
      () => sessions.create({ cwd: folder }),
      () => OTHER_HOME,
    )
  const session = orAdvise(
    () => sessions.resume(id),
    ({ code }) => (code === 'unknown' ? adviseKnown(id, sessions) : NEW_ONE),
  )
  if (cwd === undefined || session.cwd === folder) return session
  session.close()
  throw new UsageError(`session ${id} belongs to ${session.cwd}`, 'leave out --cwd, or start a new session there')
}

/** Opens a session; what a `SessionError` says is followed by what can be done about it on the command line. */
function orAdvise(open: () => Session, advice: (error: SessionError) => string): Session {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    throw new Error(`${error.message} ${advice(error)}`, { cause: error })
  }
}

function adviseKnown(id: string, { store }: SessionService): string {
  const guess = guessId(id, knownIds(store))
  return `${guess === undefined ? '' : `Did you mean ${guess}? `}dsh sessions list shows all. ${NEW_ONE}`
}

/** The newest session that a part of its id was given of, else the one that a letter or two are amiss of. */
function guessId(id: string, known: readonly string[]): string | undefined {
  return (
    known.find((each) => each !== id && (each.startsWith(id) || each.endsWith(id))) ?? nearest(id, known, TYPED_AMISS)
  )
}

function knownIds(store: SessionService['store']): readonly string[] {
  try {
    return store.list().map((session) => session.id)
  } catch (error) {
    if (error instanceof SessionError) return [] // Without a guess, then: that the session is not there is said anyway.
    throw error
  }
}
