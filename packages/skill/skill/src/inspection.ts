import type { SkillProblem } from './problem.ts'
import type { SkillAlias, SkillProject, SkillRoot } from './provider.ts'
import type { SkillCandidate } from './shapes.ts'

/** A candidate as `inspect` shows it: all but the provider's private locator. */
export type InspectedSkill = Omit<SkillCandidate, 'locator'>

/** A candidate that lost its name to a better ranked one. */
export interface ShadowedSkill {
  readonly skill: InspectedSkill
  readonly shadowedBy: InspectedSkill
}

/** How one provider did in this collection. */
export interface ProviderReport {
  readonly name: string
  readonly state: 'ok' | 'failed' | 'timeout'
  readonly timeMs: number
  /** For `failed` and `timeout`: the reason, one readable line. */
  readonly error?: string
}

/** The answer to "why is my skill not there". */
export interface SkillInspection {
  readonly cwd?: string
  /** Absent when no cwd was given, or no provider knows about projects. */
  readonly project?: SkillProject
  /** The skill that owns each name, those hidden from the model among them; sorted by name in code units. */
  readonly winners: readonly InspectedSkill[]
  /** In order of precedence. */
  readonly shadowed: readonly ShadowedSkill[]
  readonly aliases: readonly SkillAlias[]
  readonly problems: readonly SkillProblem[]
  readonly providers: readonly ProviderReport[]
  readonly roots: readonly SkillRoot[]
  /** False: something transient is missing, and the next lookup asks for it again. */
  readonly complete: boolean
}
