import type { SkillProblem } from './problem.ts'
import type { SkillCandidate, SkillDefinition, SkillLookupOptions, SkillSource } from './shapes.ts'

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
