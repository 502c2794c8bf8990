import { setImmediate } from 'node:timers/promises'
import type { SkillInspection, SkillRegistry } from '@deepseek-ai/dsh-skill'
import { skillMenu } from '@deepseek-ai/dsh-skill-command'
import { commandsOf } from './commands.ts'
import { ProblemNotices } from './problem-notices.ts'
import type { Voice } from './voice.ts'

/** Keeps one session's client informed of the skills that its user can start. */
export class SkillMenu {
  private readonly options: {
    readonly skills: Pick<SkillRegistry, 'inspect'>
    readonly cwd: string
    readonly voice: Voice
    /** Told of lookups that failed. */
    readonly report: (error: unknown) => void
  }
  private readonly closing = new AbortController()
  private readonly problems = new ProblemNotices()
  private work: Promise<void> = Promise.resolve()
  /** The commands that the client knows, as JSON. */
  private known: string | undefined

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
    const availableCommands = inspection ? commandsOf(await menuOf(inspection)) : []
    const known = JSON.stringify(availableCommands)
    if (known !== this.known) {
      this.known = known
      await voice.update({ sessionUpdate: 'available_commands_update', availableCommands })
    }
    const notice = this.problems.take(inspection?.problems ?? [])
    if (notice) voice.notice(notice)
  }

  private async inspect(): Promise<SkillInspection | undefined> {
    const { skills, cwd, report } = this.options
    const { signal } = this.closing
    try {
      return await skills.inspect({ cwd, signal, refresh: true })
    } catch (error) {
      if (!signal.aborted) report(error)
      return undefined
    }
  }
}

/** The menu of what was seen already. */
function menuOf(inspection: SkillInspection): ReturnType<typeof skillMenu> {
  return skillMenu({ inspect: () => Promise.resolve(inspection) }, {})
}
