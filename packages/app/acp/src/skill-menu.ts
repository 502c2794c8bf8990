import { setImmediate } from 'node:timers/promises'
import { projectNotice, ToldOnce } from '@deepseek-ai/dsh-host-kit'
import { type Session, SessionError, type SessionStore } from '@deepseek-ai/dsh-session'
import type { SkillInspection, SkillRegistry } from '@deepseek-ai/dsh-skill'
import { skillMenuEntries } from '@deepseek-ai/dsh-skill-command'
import { commandsOf } from './commands.ts'
import { problemsNotice } from './problem-notices.ts'
import type { Voice } from './voice.ts'

/** Keeps one session's client informed of the skills that its user can start. */
export class SkillMenu {
  private readonly options: {
    readonly skills: Pick<SkillRegistry, 'inspect'>
    readonly voice: Voice
    readonly session: Session
    /** Where all sessions are known. */
    readonly sessions: Pick<SessionStore, 'some'>
    /** Told of lookups that failed. */
    readonly report: (error: unknown) => void
  }
  private readonly closing = new AbortController()
  private readonly told = new ToldOnce()
  private work: Promise<void> = Promise.resolve()
  /** The commands that the client knows, as JSON. */
  private known: string | undefined
  private isIntroduced = false

  constructor(options: SkillMenu['options']) {
    this.options = options
  }

  /**
   * Advertises the skills, whatever they are. To be called while the request that opens the session is worked on: the
   * update follows its answer, which does not wait for it.
   */
  advertise(): void {
    // The library puts the answer into its queue in the same turn of the event loop in which we give it.
    this.work = setImmediate().then(() => this.look())
  }

  /** Looks again, and advertises the skills once more if they differ. Resolves when that is done; never rejects. */
  refresh(): Promise<void> {
    this.work = this.work.then(() => this.look())
    return this.work
  }

  /** Resolves when everything asked for so far is done. */
  settled(): Promise<void> {
    return this.work
  }

  /** Nothing is advertised from now on. */
  close(): void {
    this.closing.abort()
  }

  private async look(): Promise<void> {
    const { voice } = this.options
    const inspection = await this.inspect()
    if (this.closing.signal.aborted) return
    // Where the lookup failed as a whole, the client keeps what it knows.
    if (!inspection && this.known !== undefined) return
    const availableCommands = inspection ? commandsOf(skillMenuEntries(inspection)) : []
    const known = JSON.stringify(availableCommands)
    if (known !== this.known) {
      this.known = known
      await voice.update({ sessionUpdate: 'available_commands_update', availableCommands })
    }
    if (!inspection || this.closing.signal.aborted) return
    this.introduce(inspection)
    const problems = this.told.newProblems(inspection.problems)
    if (problems.length > 0) voice.notice(problemsNotice(problems))
  }

  /** Tells once what the project brings along. */
  private introduce(inspection: SkillInspection): void {
    const { voice, session, sessions, report } = this.options
    if (this.isIntroduced) return
    this.isIntroduced = true
    try {
      const title = projectNotice(inspection, { sessions, session, listCall: 'dsh skills list' })
      if (title !== undefined) voice.notice({ severity: 'info', title })
    } catch (error) {
      if (!(error instanceof SessionError)) throw error
      report(error)
    }
  }

  private async inspect(): Promise<SkillInspection | undefined> {
    const { skills, session, report } = this.options
    const { signal } = this.closing
    try {
      return await skills.inspect({ cwd: session.cwd, signal, refresh: true })
    } catch (error) {
      if (!signal.aborted) report(error)
      return undefined
    }
  }
}
