import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-fs'
import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { type SkillMenuEntry, skillMenuEntries } from '@deepseek-ai/dsh-skill-command'
import { isProjectSource } from '@deepseek-ai/dsh-tool-skill'
import { notKept, notListed, projectNotice } from './messages.ts'
import { readProjectSkills, realPathOf } from './project-skills.ts'
import { ToldOnce } from './told-once.ts'
import type { ToldSkills } from './told-skills.ts'

/** How long a turn waits for a look at the skills. A slow provider's come when they come. */
const LOOK_TIME_MS = 1000

/** Where a host shows what is found. Each thing is told once. */
export interface SkillAudience {
  /** What is new about the skills of the project, one line. */
  note(line: string): void
  /** Problems that a session must tell, one or more. */
  problems(problems: readonly SkillProblem[], inspection: SkillInspection): void
  /** What could not be done, one line. */
  warning(line: string): void
  /** The skills that the user can start are others than before. */
  menu?(entries: readonly SkillMenuEntry[]): void
  /** False while a note would reach nobody: it is kept for a later look. True when absent. */
  canHear?(): boolean
}

export interface SkillWatchOptions {
  /** Absolute working folder of the session. */
  readonly cwd: string
  /** What the user enters to see the skills, e.g. `/skills`. */
  readonly listCall: string
  /** What this person was told before; one for all sessions of a host. */
  readonly told: ToldSkills
  readonly audience: SkillAudience
}

/** Keeps the user of one session informed of its skills. Nobody watches the disk: each call looks. */
export class SkillWatch {
  private readonly ctx: Pick<Context, 'skills' | 'get'>
  private readonly options: SkillWatchOptions
  private readonly once = new ToldOnce()
  private entries: readonly SkillMenuEntry[] = []
  private seenMenu: string | undefined
  private lookCount = 0
  private lastAnswered = 0

  constructor(ctx: Pick<Context, 'skills' | 'get'>, options: SkillWatchOptions) {
    this.ctx = ctx
    this.options = options
  }

  /** The skills that the user can start, as of the last look. */
  get menu(): readonly SkillMenuEntry[] {
    return this.entries
  }

  /**
   * Looks at the skills as they are now, and tells what is new. To be called when a session starts and when a menu opens.
   * Rejects on abort only; `undefined` when the skills cannot be listed.
   */
  async look(signal: AbortSignal): Promise<SkillInspection | undefined> {
    const { cwd, audience } = this.options
    const look = (this.lookCount += 1)
    try {
      const inspection = await this.ctx.skills.inspect({ cwd, signal, refresh: true })
      signal.throwIfAborted()
      // A later look may have been faster: it knows better.
      if (look < this.lastAnswered) return inspection
      this.lastAnswered = look
      this.renewMenu(inspection)
      const problems = this.once.newProblems(inspection.problems)
      if (problems.length > 0) audience.problems(problems, inspection)
      await this.tellOfProject(inspection, signal)
      return inspection
    } catch (error) {
      signal.throwIfAborted()
      this.warn(notListed(reasonOf(error)))
      return undefined
    }
  }

  /** Looks before a turn, which waits no more than a second for it. Rejects on abort only. */
  async beforeTurn(signal: AbortSignal): Promise<void> {
    const looking = this.look(signal)
    looking.catch(() => {}) // Aborted, later than anybody waits.
    const over = new AbortController()
    try {
      await Promise.race([looking, delay(LOOK_TIME_MS, undefined, { signal: AbortSignal.any([signal, over.signal]) })])
    } finally {
      over.abort()
    }
  }

  private renewMenu(inspection: SkillInspection): void {
    const entries = skillMenuEntries(inspection)
    const seen = JSON.stringify(entries)
    if (seen === this.seenMenu) return
    this.seenMenu = seen
    this.entries = entries
    this.options.audience.menu?.(entries)
  }

  private async tellOfProject(inspection: SkillInspection, signal: AbortSignal): Promise<void> {
    const { project, roots } = inspection
    const { audience, listCall, told: memory } = this.options
    if (!project) return
    const root = await realPathOf(this.ctx.get('fs'), project.root, signal)
    const skills = await readProjectSkills(this.ctx, inspection, { root, told: memory.of(root), signal })
    signal.throwIfAborted()
    if (audience.canHear?.() === false) return
    // No await from here on: another look may be telling, too.
    const told = memory.of(root)
    const folders = roots.filter(({ source }) => isProjectSource(source))
    const notice = projectNotice({ folders, skills, told, listCall })
    if (notice === undefined) return
    audience.note(notice)
    try {
      memory.add(root, new Map(skills.map(({ skill, now }) => [skill.name, now])))
    } catch (error) {
      this.warn(notKept(reasonOf(error)))
    }
  }

  private warn(line: string): void {
    if (this.once.isNew(line)) this.options.audience.warning(line)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
