import { isAbsolute } from 'node:path'
import { closingEvents } from './closing-events.ts'
import type { SessionEvent, SessionEventBody } from './events.ts'
import { additionsNotice, cutLogNotice, INTERRUPTED_RESULT, INTERRUPTED_TURN, movedNotice } from './interrupted-text.ts'
import { LoggedSession, type LoggedSessionOptions } from './logged-session.ts'
import { FORMAT_VERSION } from './read-event.ts'
import { openHereError } from './refusals.ts'
import type { Session, SessionService } from './session.ts'
import { newSessionId } from './session-id.ts'
import { sessionInfo } from './session-info.ts'
import type { SessionInfo, SessionLog, SessionStore } from './store.ts'
import { tellListener } from './tell-listener.ts'

export interface SessionsOptions {
  readonly store: SessionStore
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
  /** Told what a listener threw. */
  readonly report: (error: unknown) => void
  /** Told which logs `list` had to leave out, and why. */
  readonly warn: (message: string) => void
}

/** The sessions of one store. Who makes it calls `closeAll` in the end. */
export class Sessions implements SessionService {
  readonly store: SessionStore
  private readonly options: SessionsOptions
  private readonly opened = new Set<Session>()

  constructor(options: SessionsOptions) {
    this.options = options
    this.store = options.store
  }

  create({ cwd, id }: { readonly cwd: string; readonly id?: string }): Session {
    checkedCwd(cwd)
    const newId = id ?? newSessionId(this.options.now(), this.options.randomBytes)
    const log = this.store.create(newId)
    const start: SessionEventBody = { type: 'session/start', version: FORMAT_VERSION, id: newId, cwd }
    return closeUnless(log, () => this.sessionOver(log, { id: newId, cwd, isResumed: false, start }))
  }

  resume(id: string, { chooseCwd = (cwd: string) => cwd }: Parameters<SessionService['resume']>[1] = {}): Session {
    if ([...this.opened].some((session) => session.id === id)) throw openHereError(process.pid)
    const log = this.store.open(id)
    const { cwd, from } = closeUnless(log, () => {
      const { cwd: from } = sessionInfo(log.events, { id, path: id })
      return { from, cwd: checkedCwd(chooseCwd(from)) }
    })
    const isMoved = cwd !== from
    const session = this.sessionOver(log, { id, cwd, isResumed: true })
    return appended(session, (events) => [
      { type: 'session/resume', ...(isMoved && { cwd }) },
      ...(isMoved ? [{ type: 'notice', code: 'session-moved', message: movedNotice(from, cwd) } as const] : []),
      ...logNotices(log),
      ...closingEvents(events, { status: 'failed', error: INTERRUPTED_TURN, toolResult: INTERRUPTED_RESULT }),
    ])
  }

  list(): readonly SessionInfo[] {
    return this.store.list(this.options.warn)
  }

  /** Closes every session that is still open; what the system refuses is reported. */
  closeAll(): void {
    for (const session of this.opened) tellListener(() => session.close(), undefined, this.options.report)
  }

  private sessionOver(
    log: SessionLog,
    about: Pick<LoggedSessionOptions, 'id' | 'cwd' | 'isResumed' | 'start'>,
  ): Session {
    const { now, report } = this.options
    const session: Session = new LoggedSession({
      ...about,
      log,
      now,
      report,
      onClose: () => this.opened.delete(session),
    })
    this.opened.add(session)
    return session
  }
}

function checkedCwd(cwd: string): string {
  if (isAbsolute(cwd)) return cwd
  throw new TypeError(`The working folder of a session is an absolute path, not "${cwd}".`)
}

/** Closes `log` when `use` throws. */
function closeUnless<Value>(log: SessionLog, use: () => Value): Value {
  try {
    return use()
  } catch (error) {
    log.close()
    throw error
  }
}

/** Appends the first events of an opening; closes the session when they cannot be written. */
function appended(session: Session, bodies: (events: readonly SessionEvent[]) => readonly SessionEventBody[]): Session {
  try {
    for (const body of bodies(session.events)) session.append(body)
    return session
  } catch (error) {
    session.close()
    throw error
  }
}

/** What the user should know of the file. An addition stays there, and is told once. */
function logNotices({ cutBytes, additions, events }: SessionLog): readonly SessionEventBody[] {
  const notices: SessionEventBody[] = []
  if (cutBytes > 0) notices.push({ type: 'notice', code: 'log-cut', message: cutLogNotice(cutBytes) })
  const message = additions && additionsNotice(additions)
  const isTold = events.some((event) => event.type === 'notice' && event.message === message)
  if (message !== undefined && !isTold) notices.push({ type: 'notice', code: 'log-changed', message })
  return notices
}
