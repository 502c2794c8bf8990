import { summaryOf } from './candidate.ts'
import type { SkillCandidate, SkillSummary } from './shapes.ts'

/** Who owns each name, and who lost it. */
export interface Resolution {
  /** The owner of each name. */
  readonly owners: ReadonlyMap<string, SkillCandidate>
  /** The owners, sorted by name in code units. */
  readonly winners: readonly SkillCandidate[]
  /** In order of precedence. */
  readonly shadowed: readonly SkillCandidate[]
  /** Deeply frozen: the winners that the model may see. */
  readonly summaries: readonly SkillSummary[]
}

/**
 * Gives each name to one candidate: the lowest rank wins, and among equals the one that stands first in `candidates`.
 * A winner that is hidden from the model keeps its name, so its namesakes are not listed either.
 */
export function resolve(candidates: readonly SkillCandidate[]): Resolution {
  const owners = new Map<string, SkillCandidate>()
  const shadowed: SkillCandidate[] = []
  for (const candidate of candidates.toSorted((left, right) => left.rank - right.rank)) {
    if (owners.has(candidate.name)) shadowed.push(candidate)
    else owners.set(candidate.name, candidate)
  }
  const winners = [...owners.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
  const listed = winners.filter((candidate) => candidate.disableModelInvocation !== true)
  return { owners, winners, shadowed, summaries: Object.freeze(listed.map(summaryOf)) }
}
