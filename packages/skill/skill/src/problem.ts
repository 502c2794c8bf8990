/**
 * The union of problem codes, open to providers: augment it with the codes that a provider reports.
 *
 * @example
 * declare module '@deepseek-ai/dsh-skill' {
 *   interface SkillProblemCodes extends Record<'index-unreadable', true> {}
 * }
 */
export interface SkillProblemCodes extends Record<RegistryProblemCode, true> {}

/** The registry's own codes. `docs/problems.md` has a paragraph on each. */
export const REGISTRY_PROBLEM_CODES = [
  'project-not-given',
  'provider-failed',
  'provider-timeout',
  'runtime-duplicate',
] as const

export type RegistryProblemCode = (typeof REGISTRY_PROBLEM_CODES)[number]

export type SkillProblemCode = keyof SkillProblemCodes

/** `error`: a skill, root or provider is missing from the answer. `warning`: it is there, but not as meant. `note`: worth knowing. */
export type SkillProblemSeverity = 'error' | 'warning' | 'note'

/** One thing that is wrong, as data: what, where, and what to do about it. */
export interface SkillProblem {
  readonly code: SkillProblemCode
  readonly severity: SkillProblemSeverity
  /** One sentence, no control characters. */
  readonly message: string
  /** A file, a folder or an address. What concerns a provider as a whole: `provider:<name>`; the lookup itself: `cwd`. */
  readonly path: string
  /** Counted from 1. */
  readonly line?: number
  /** Counted from 1, in UTF-16 units. */
  readonly column?: number
  /** What to do next, one sentence. */
  readonly hint: string
  /** Name of the skill concerned, when it is known: as declared, else as its folder or file is called. */
  readonly skill?: string
}
