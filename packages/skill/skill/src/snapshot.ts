import type { Contribution } from './collect.ts'
import { PROJECT_NOT_GIVEN, providerProblem } from './messages.ts'
import type { SkillCandidate, SkillProblem, SkillSummary } from './provider.ts'
import { summaryOf } from './read-skill.ts'
import type { InspectedSkill, SkillInspection } from './skill-registry.ts'

/** Who owns each name, and who lost it. */
export interface Resolution {
  readonly owners: ReadonlyMap<string, SkillCandidate>
  /** The owners, sorted by name in code units. */
  readonly winners: readonly SkillCandidate[]
  /** In order of precedence. */
  readonly shadowed: readonly SkillCandidate[]
  /** Deeply frozen: the winners that the model may see. */
  readonly summaries: readonly SkillSummary[]
}

/** Everything that was collected for one cwd, and what became of it. */
export interface Snapshot extends Resolution {
  /** Revision of the registrations that it was collected from. */
  readonly revision: number
  readonly contributions: readonly Contribution[]
  /** False: to be collected again at the next lookup. */
  readonly isComplete: boolean
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

/** The whole snapshot as data for people. `duplicates` are the runtime skills that were kept out. */
export function inspectSnapshot(
  { contributions, winners, shadowed, isComplete }: Snapshot,
  cwd: string | undefined,
  duplicates: readonly SkillProblem[],
): SkillInspection {
  const answers = contributions.flatMap(({ answer }) => answer ?? [])
  const project = answers.find((answer) => answer.project !== undefined)?.project
  const owners = new Map(winners.map((candidate) => [candidate.name, withoutLocator(candidate)]))
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(project === undefined ? {} : { project }),
    winners: [...owners.values()],
    shadowed: shadowed.flatMap((candidate) => {
      const shadowedBy = owners.get(candidate.name)
      return shadowedBy ? [{ skill: withoutLocator(candidate), shadowedBy }] : []
    }),
    aliases: answers.flatMap((answer) => answer.aliases),
    problems: [
      ...(cwd === undefined ? [PROJECT_NOT_GIVEN] : []),
      ...contributions.flatMap(({ report }) => (report.state === 'ok' ? [] : [providerProblem(report)])),
      ...answers.flatMap((answer) => answer.problems),
      ...duplicates,
    ],
    providers: contributions.map(({ report }) => report),
    roots: answers.flatMap((answer) => answer.roots).toSorted((left, right) => left.rank - right.rank),
    complete: isComplete,
  }
}

function withoutLocator(candidate: SkillCandidate): InspectedSkill {
  const { locator: _locator, ...skill } = candidate
  return Object.freeze(skill)
}
