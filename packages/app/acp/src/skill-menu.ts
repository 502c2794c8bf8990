import { setImmediate } from 'node:timers/promises'
import type { Context } from '@deepseek-ai/cordis'
import { SkillWatch, type ToldSkills } from '@deepseek-ai/dsh-host-kit'
import { commandsOf } from './commands.ts'
import { problemsNotice } from './problem-notices.ts'
import type { Voice } from './voice.ts'

/** Keeps one session's client informed of the skills that its user can start. */
export class SkillMenu {
  private readonly closing = new AbortController()
  private readonly watch: SkillWatch
  private readonly voice: Voice
  private work: Promise<void> = Promise.resolve()
  private isAdvertised = false

  constructor(
    ctx: Pick<Context, 'skills' | 'get' | 'logger'>,
    options: { readonly voice: Voice; readonly cwd: string; readonly told: ToldSkills },
  ) {
    const { voice, cwd, told } = options
    this.voice = voice
    this.watch = new SkillWatch(ctx, {
      cwd,
      listCall: 'dsh skills list',
      told,
      audience: {
        note: (title) => voice.notice({ severity: 'info', title }),
        problems: (problems) => voice.notice(problemsNotice(problems)),
        warning: (line) => ctx.logger.error(line),
        menu: () => this.send(),
        canHear: () => voice.isHeard,
      },
    })
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
    const { signal } = this.closing
    try {
      await this.watch.look(signal)
      // Where the first lookup fails as a whole, the client is told of no skills.
      if (!this.isAdvertised && !signal.aborted) this.send()
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  private send(): void {
    this.isAdvertised = true
    void this.voice.update({
      sessionUpdate: 'available_commands_update',
      availableCommands: commandsOf(this.watch.menu),
    })
  }
}
