import type {
  SkillAlias,
  SkillCandidate,
  SkillDefinition,
  SkillLookupOptions,
  SkillProblem,
  SkillProject,
  SkillProvider,
  SkillRegistration,
  SkillRoot,
  SkillSummary,
} from './provider.ts'

/** What `ctx.skills` offers. */
export interface SkillRegistry {
  /**
   * Adds a provider; belongs to the plugin that calls. Returns the undo, which works at once.
   * Throws `SkillContractError` when the name is taken by a provider, in use as the label of a runtime skill, empty,
   * or `runtime`, and when the rest is no provider.
   */
  registerProvider(provider: SkillProvider): () => void
  /**
   * Adds one skill that lives in code, at rank 250. Returns the undo, which works at once.
   * A second skill of one name is kept out with a warning, and its undo does nothing.
   * Throws `SkillContractError` when it is malformed, or its label is the name of a provider.
   */
  register(skill: SkillRegistration): () => void
  /**
   * The skills that the model may see, one per name, sorted by name in code units. Without `refresh` the same frozen
   * array until a provider or a runtime skill comes or goes. Rejects with the reason when aborted, with
   * `SkillContractError` when a provider returned something malformed, with TypeError when `cwd` is no absolute path.
   */
  list(options?: SkillRegistryLookupOptions): Promise<readonly SkillSummary[]>
  /**
   * The whole skill, hidden from the model or not; `undefined` when there is none of that name, or it is gone.
   * The winner's provider is asked each time; the skill is hidden when its listing or the skill itself says so.
   * Rejects with `SkillLoadError` when it could not be read now.
   */
  get(name: string, options?: SkillRegistryLookupOptions): Promise<SkillDefinition | undefined>
  /** Everything that was seen, with what became of it. */
  inspect(options?: SkillRegistryLookupOptions): Promise<SkillInspection>
}

/** Lookups at the registry may also go past its memo. */
export interface SkillRegistryLookupOptions extends SkillLookupOptions {
  /**
   * True: ask every provider again, even when an answer is remembered. The answer is as of this call or later:
   * a collection that has already begun is not joined.
   */
  readonly refresh?: boolean | undefined
}

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
