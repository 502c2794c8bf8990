import type { SkillProblem } from './problem.ts'

/** Where a skill comes from. Providers may use words of their own. */
export type SkillSource =
  | 'project-dsh'
  | 'project-agents'
  | 'runtime'
  | 'user-dsh'
  | 'user-agents'
  | 'custom'
  | (string & {})

/** Where the files that a skill's text names are to be found. */
export type SkillResourceBase =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'opaque'; readonly description: string }

/** What a listing shows of one skill: everything but its text. */
export interface SkillSummary {
  /** Kebab-case, see `isSkillName`. Unique in one listing. */
  readonly name: string
  readonly description: string
  /** When to use the skill, in its author's words. Not part of the session catalog. */
  readonly whenToUse?: string
  /** True: hidden from the model; trusted code may still load it by name. */
  readonly disableModelInvocation?: boolean
  readonly source: SkillSource
  /** Name of the provider that owns it; for a runtime skill a label. */
  readonly provider: string
  readonly resourceBase?: SkillResourceBase
}

/** What a provider hands to the registry. */
export interface SkillCandidate extends SkillSummary {
  /** Lower wins. Local roots use 100 to 500, runtime skills 250. Any finite number. */
  readonly rank: number
  /** The provider's own state: stored, never looked at, and given back to its `get()` as the same object. */
  readonly locator: unknown
  readonly path?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A whole skill, text included. */
export interface SkillDefinition extends SkillSummary {
  /** The instructions, as written. */
  readonly content: string
  /** What the user should know of the text, though it loads. */
  readonly problems?: readonly SkillProblem[]
  readonly path?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A skill that a plugin brings along in its own code. `provider` is a label, `runtime` when absent. */
export type SkillRegistration = Omit<SkillDefinition, 'provider'> & { readonly provider?: string }

export interface SkillLookupOptions {
  /** Absolute path of the folder that the lookup is for. Absent: user and custom scope only. */
  readonly cwd?: string | undefined
  /**
   * Ends this caller's wait. Shared work ends when its last caller is gone. A reason that is an Error arrives
   * unchanged, any other as the `cause` of an Error.
   */
  readonly signal?: AbortSignal | undefined
}

/** Lookups at the registry may also go past its memo. */
export interface SkillRegistryLookupOptions extends SkillLookupOptions {
  /**
   * True: ask every provider again, even when an answer is remembered. The answer is as of this call or later:
   * a collection that has already begun is not joined.
   */
  readonly refresh?: boolean | undefined
}
