import type { SkillInspection, SkillRegistry } from '@deepseek-ai/dsh-skill'
import { type SkillMenuEntry, skillMenuEntries } from '@deepseek-ai/dsh-skill-command'

export interface SkillWatchOptions {
  readonly skills: Pick<SkillRegistry, 'inspect'>
  /** Absolute. */
  readonly cwd: string
  /** Another answer than before. */
  readonly onChange: (inspection: SkillInspection) => void
  /** The skills cannot be listed at all. */
  readonly onFailure: (reason: string) => void
}

/** What is known of the skills of one folder. Nobody watches the disk: `refresh` looks. */
export class SkillWatch {
  private readonly options: SkillWatchOptions
  private entries: readonly SkillMenuEntry[] = []
  private seen = ''
  private looks = 0
  /** The latest look that has an answer. */
  private lastAnswered = 0

  constructor(options: SkillWatchOptions) {
    this.options = options
  }

  /** As of the last look. */
  get menu(): readonly SkillMenuEntry[] {
    return this.entries
  }

  /** Looks again. Rejects on abort only; `undefined` when the skills cannot be listed. */
  async refresh(signal: AbortSignal): Promise<SkillInspection | undefined> {
    const { skills, cwd, onChange, onFailure } = this.options
    const look = (this.looks += 1)
    let inspection: SkillInspection
    try {
      inspection = await skills.inspect({ cwd, signal, refresh: true })
    } catch (error) {
      signal.throwIfAborted()
      onFailure(error instanceof Error ? error.message : String(error))
      return undefined
    }
    // A later look may have been faster: it knows better.
    if (look < this.lastAnswered) return inspection
    this.lastAnswered = look
    const entries = skillMenuEntries(inspection)
    const seen = JSON.stringify([entries, inspection.problems])
    if (seen === this.seen) return inspection
    this.seen = seen
    this.entries = entries
    onChange(inspection)
    return inspection
  }
}
