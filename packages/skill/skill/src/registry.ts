import type { SkillInspection } from './inspection.ts'
import type { SkillProvider } from './provider.ts'
import type { SkillDefinition, SkillRegistration, SkillRegistryLookupOptions, SkillSummary } from './shapes.ts'

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
