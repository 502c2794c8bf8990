// All that the author of a provider needs to know, in the order in which it is met.

/**
 * A source of skills: local folders, a plugin's own data, a catalog behind HTTP.
 *
 * All that a provider owes is `list()` and `get()`. Providers are asked side by side. One that throws, rejects or
 * takes too long is left out of that answer and asked again at the next lookup. One that returns a malformed
 * candidate breaks this interface: the lookup throws `SkillContractError`. So check data that comes from outside
 * entry by entry, drop what is bad and report it as a problem.
 */
export interface SkillProvider {
  /** Unique among registered providers; `runtime` is reserved. */
  readonly name: string
  /** Time for one call, in ms. Read once, at registration. Only shortens the limits of the registry (`list` 10 s, `get` 15 s). */
  readonly timeoutMs?: number
  /**
   * What is there now for `options.cwd`, in the provider's own order of precedence. Must not remember an answer
   * longer than it is true: memory is the registry's part. Honours `options.signal`: rejects with its reason.
   * Must not wait for a lookup at the registry, which waits for this call.
   */
  list(options: SkillLookupOptions): Promise<readonly SkillCandidate[] | SkillCollection>
  /**
   * The whole skill behind a candidate of this provider, read now; `undefined` when it is gone. Rejects when it cannot
   * be read. The candidate is a frozen copy of the listed one (itself, if `checkCandidate` made it); its `locator` is
   * the same object.
   */
  get(candidate: SkillCandidate, options: SkillLookupOptions): Promise<SkillDefinition | undefined>
}

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

/** The long form of a provider's answer, for `inspect`. */
export interface SkillCollection {
  readonly candidates: readonly SkillCandidate[]
  /** What was seen and refused, or is worth knowing. */
  readonly problems?: readonly SkillProblem[]
  /** Every place that was looked at, in rank order, the missing ones too. */
  readonly roots?: readonly SkillRoot[]
  /** The same file reached a second time under the same name. */
  readonly aliases?: readonly SkillAlias[]
  readonly project?: SkillProject
  /** False: something transient is missing (EMFILE, EIO, time-out), so the answer is not remembered. True when absent. */
  readonly complete?: boolean
}

/** One place where skills are looked for. */
export interface SkillRoot {
  readonly rank: number
  readonly source: SkillSource
  /** A folder or an address. */
  readonly path: string
  /** Where `path` leads when links are followed, if that is elsewhere. */
  readonly realPath?: string
  /** `same`: the same folder as another root, and read there. */
  readonly state: 'read' | 'missing' | 'unreadable' | 'same'
  /** For `same`: path of the root that it was read as. */
  readonly sameAs?: string
}

/** A namesake that is the very same file, reached another way: no conflict. */
export interface SkillAlias {
  readonly name: string
  readonly path: string
  readonly aliasOf: string
}

/** Which folder is the project, and why. */
export interface SkillProject {
  readonly root: string
  /** `git`: the nearest ancestor with `.git`. `cwd`: there is none. */
  readonly foundBy: 'git' | 'cwd'
}

/** The registry's own codes. `docs/problems.md` has a paragraph on each. */
export const REGISTRY_PROBLEM_CODES = [
  'candidate-dropped',
  'field-dropped',
  'project-not-given',
  'provider-failed',
  'provider-timeout',
  'runtime-duplicate',
] as const

export type RegistryProblemCode = (typeof REGISTRY_PROBLEM_CODES)[number]

/**
 * The union of problem codes, open to providers: augment it with the codes that a provider reports.
 *
 * @example
 * declare module '@deepseek-ai/dsh-skill' {
 *   interface SkillProblemCodes extends Record<'index-unreadable', true> {}
 * }
 */
export interface SkillProblemCodes extends Record<RegistryProblemCode, true> {}

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
