import { distance } from 'fastest-levenshtein'

/** What somebody typed is looked at no further: names are shorter. */
const TYPED_MAX_LENGTH = 200

/**
 * The name that was probably meant by `typed`, if there is one in `names`: the same but for case and for characters
 * that no name has, or else one a few slips away, the first of equals. A name with one more part is another skill, not
 * a slip: `secret` never stands for `secret-2`.
 */
export function suggestSkillName(typed: string, names: readonly string[]): string | undefined {
  const text = typed.slice(0, TYPED_MAX_LENGTH).normalize('NFKC').toLowerCase()
  const parts = text.split(/[^a-z0-9]+/).filter((part) => part !== '')
  const joined = parts.join('-')
  const known = new Set(names)
  const pieces = text.split(/[^a-z0-9-]+/)
  return [joined, ...pieces].find((spelling) => known.has(spelling)) ?? nearestName(joined, names)
}

function nearestName(word: string, names: readonly string[]): string | undefined {
  const slips = Math.max(1, Math.floor(word.length / 3))
  let best: string | undefined
  let fewest = slips + 1
  for (const name of names) {
    if (Math.abs(name.length - word.length) >= fewest || hasMoreParts(name, word) || hasMoreParts(word, name)) continue
    const count = distance(word, name)
    if (count < fewest) [best, fewest] = [name, count]
  }
  return best
}

function hasMoreParts(name: string, start: string): boolean {
  return name.startsWith(`${start}-`)
}
