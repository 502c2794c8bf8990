import type { CatalogEntry } from './entries.ts'

/** Names and descriptions as the model knows them, before they are cut to a budget. */
export type KnownSkills = ReadonlyMap<string, string>

export interface SkillChanges {
  readonly added: readonly CatalogEntry[]
  readonly changed: readonly CatalogEntry[]
  /** Names. */
  readonly removed: readonly string[]
}

/**
 * What is new in `entries` to who knows `known`, sorted as the entries are; `undefined` when nothing is. What is missing
 * from an incomplete answer may be there all the same: it does not count as removed.
 */
export function skillChanges(
  known: KnownSkills,
  entries: readonly CatalogEntry[],
  isComplete: boolean,
): SkillChanges | undefined {
  const names = new Set(entries.map(({ name }) => name))
  const changes = {
    added: entries.filter(({ name }) => !known.has(name)),
    changed: entries.filter(({ name, description }) => known.has(name) && known.get(name) !== description),
    removed: isComplete ? [...known.keys()].filter((name) => !names.has(name)).toSorted() : [],
  }
  return Object.values(changes).some((list) => list.length > 0) ? changes : undefined
}
