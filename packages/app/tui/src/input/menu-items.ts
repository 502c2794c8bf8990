/** One command that can be typed. */
export interface MenuItem {
  /** What follows the slash, e.g. `help` or `skill:review`. */
  readonly name: string
  /** One line. */
  readonly description: string
  /** False: picking it fills the line and waits for the user's words. */
  readonly isRunWhenPicked: boolean
}

/** How the names of skills begin in the menu. */
export const SKILL = 'skill:'

/**
 * The items that `query`, typed after the slash, may be the start of: first those whose name begins with it, then skills
 * whose own name does, then those that hold it. In their own order otherwise. Names have no capitals, so those match none.
 */
export function matchingItems(items: readonly MenuItem[], query: string): readonly MenuItem[] {
  const ranked = items.map((item) => ({ item, rank: rankOf(item.name, query) }))
  return ranked
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

const NO_MATCH = 3

function rankOf(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0
  if (!name.startsWith(SKILL)) return NO_MATCH
  const own = name.slice(SKILL.length)
  const part = wanted.startsWith(SKILL) ? wanted.slice(SKILL.length) : wanted
  if (own.startsWith(part)) return 1
  return own.includes(part) ? 2 : NO_MATCH
}
