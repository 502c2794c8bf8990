import { shellQuote } from '@deepseek-ai/dsh-fs'
import { chooseFolder, SessionFolderError } from '@deepseek-ai/dsh-host-kit'
import { type Session, SessionError, type SessionService } from '@deepseek-ai/dsh-session'
import type { Invocation } from './command.ts'
import { nearest } from './nearest.ts'
import { UsageError } from './usage-error.ts'

const NEW_ONE = 'To start a new session, leave out --resume.'
const OTHER_HOME = 'DSH_HOME names the folder that holds sessions: set it to one that this user may write.'

/** Most letters that a mistyped id is off: ids that were made at one time differ by little more. */
const TYPED_AMISS = 2

export interface SessionPlace {
  /** The folder of a new session. */
  readonly folder: string
  /** The folder that the command was started in. */
  readonly current: string
  /** What a person types to go on with a session, options that follow included. */
  readonly resumeCall: (id: string) => string
}

/**
 * The session of `--resume ID`, else a new one. Its own folder is where it goes on; `--cwd` moves it when that is gone.
 * Throws `UsageError` when `--cwd` names another folder than its own.
 */
export function openSession(
  sessions: SessionService,
  options: Invocation['options'],
  { folder, current, resumeCall }: SessionPlace,
): Session {
  const { resume: id, cwd } = options
  if (typeof id !== 'string')
    return orAdvise(
      () => sessions.create({ cwd: folder }),
      ({ code }) => (code === 'clock' ? '' : OTHER_HOME),
    )
  try {
    return orAdvise(
      () => sessions.resume(id, { chooseCwd: chooseFolder(id, cwd === undefined ? undefined : folder) }),
      ({ code }) => (code === 'unknown' ? adviseKnown(id, sessions) : NEW_ONE),
    )
  } catch (error) {
    if (!(error instanceof SessionFolderError)) throw error
    if (error.reason === 'elsewhere')
      throw new UsageError(error.message, 'leave out --cwd, or start a new session there')
    const call = resumeCall(`${id} --cwd ${shellQuote(current)}`)
    throw new Error(`${error.message} Go on from its new place; if that is the current folder: ${call}`, {
      cause: error,
    })
  }
}

/** Opens a session; what a `SessionError` says is followed by what can be done about it on the command line. */
function orAdvise(open: () => Session, advice: (error: SessionError) => string): Session {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    // A message that does not end with a sentence ends with a command, to be copied as it stands.
    const gap = error.message.endsWith('.') ? ' ' : '\n'
    throw new Error(`${error.message}${gap}${advice(error)}`.trimEnd(), { cause: error })
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
