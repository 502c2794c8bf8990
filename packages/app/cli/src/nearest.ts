import { distance } from 'fastest-levenshtein'

/** The known word nearest to `word`, when it is near enough to be what was meant; the first one of equals. `most` bounds the letters that differ. */
export function nearest(word: string, known: readonly string[], most = Infinity): string | undefined {
  const lower = word.toLowerCase().slice(0, 64)
  let best: string | undefined
  let bestDistance = Math.min(most, Math.max(1, Math.floor(lower.length / 3))) + 1
  for (const candidate of known) {
    const steps = distance(lower, candidate.toLowerCase())
    if (steps < bestDistance) [best, bestDistance] = [candidate, steps]
  }
  return best
}
