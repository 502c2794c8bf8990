import { fitCatalog } from './budget.ts'
import { Config } from './config.ts'
import { catalogEntries, catalogLine, type ListedSkill } from './entries.ts'
import { type CatalogDetail, catalogMessage } from './messages.ts'

export interface Catalog {
  /** The whole message, for a user turn of its own. */
  readonly text: string
  /** Whether the budget cut it. */
  readonly detail: CatalogDetail
}

/**
 * The session catalog of `skills`, as the plugin sends it; `undefined` when the model may see none of them.
 * The same skills give the same bytes, in whatever order they come. Throws on settings that do not fit.
 */
export function renderCatalog(skills: readonly ListedSkill[], settings?: Config): Catalog | undefined {
  const { catalogDescriptionMaxLength, catalogMaxTokens } = Config.parse(settings)
  const entries = catalogEntries(skills, catalogDescriptionMaxLength)
  if (entries.length === 0) return undefined
  const fitted =
    catalogMaxTokens === undefined ? { entries, detail: 'full' as const } : fitCatalog(entries, catalogMaxTokens)
  return { text: catalogMessage(fitted.entries.map(catalogLine), fitted.detail), detail: fitted.detail }
}
