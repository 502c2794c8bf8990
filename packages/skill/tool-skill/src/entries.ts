import type { SkillSummary } from '@deepseek-ai/dsh-skill'
import { cutDescription, normaliseDescription } from './description.ts'
import { escapeMarkup } from '@deepseek-ai/dsh-tools/frame'

/** What the catalog needs to know of a skill. */
export type ListedSkill = Pick<SkillSummary, 'name' | 'description' | 'disableModelInvocation'>

/** One skill as the catalog shows it, before escaping. */
export interface CatalogEntry {
  readonly name: string
  /** One line, bounded, well formed; empty when nothing visible is left of it. */
  readonly description: string
}

/** The skills that the model may see, by name in code units, each with its description made fit to be shown. */
export function catalogEntries(skills: readonly ListedSkill[], maxLength: number): readonly CatalogEntry[] {
  return skills
    .filter((skill) => skill.disableModelInvocation !== true)
    .map(({ name, description }) => ({
      name,
      description: cutDescription(normaliseDescription(description), maxLength),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** One line of the catalog. Without a description it is the name alone. */
export function catalogLine({ name, description }: CatalogEntry): string {
  return description === '' ? `- \`${name}\`` : `- \`${name}\`: ${escapeMarkup(description)}`
}
