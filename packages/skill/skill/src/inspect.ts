import type { Catalog } from './catalogs.ts'
import type { Contribution } from './collect.ts'
import type { InspectedSkill, SkillInspection } from './inspection.ts'
import type { SkillProblem } from './problem.ts'
import { toLine } from './reason.ts'
import type { SkillCandidate } from './shapes.ts'

const PROJECT_NOT_GIVEN: SkillProblem = Object.freeze({
  code: 'project-not-given',
  severity: 'note',
  message: 'No project was given, so no skills of a project are in this answer.',
  path: 'cwd',
  hint: 'Pass the absolute path of the folder to work in as cwd.',
})

/** The whole catalog as data for people. `duplicates` are the runtime skills that were kept out. */
export function inspectCatalog(
  { contributions, resolution, isComplete }: Catalog,
  cwd: string | undefined,
  duplicates: readonly SkillProblem[],
): SkillInspection {
  const answers = contributions.flatMap(({ answer }) => answer ?? [])
  const project = answers.find((answer) => answer.project !== undefined)?.project
  const winners = new Map(resolution.winners.map((candidate) => [candidate.name, withoutLocator(candidate)]))
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(project === undefined ? {} : { project }),
    winners: [...winners.values()],
    shadowed: resolution.shadowed.flatMap((candidate) => {
      const shadowedBy = winners.get(candidate.name)
      return shadowedBy ? [{ skill: withoutLocator(candidate), shadowedBy }] : []
    }),
    aliases: answers.flatMap((answer) => answer.aliases),
    problems: [
      ...(cwd === undefined ? [PROJECT_NOT_GIVEN] : []),
      ...contributions.flatMap(providerProblem),
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

function providerProblem({ report }: Contribution): readonly SkillProblem[] {
  if (report.state === 'ok') return []
  const name = toLine(report.name)
  return [
    {
      code: report.state === 'timeout' ? 'provider-timeout' : 'provider-failed',
      severity: 'error',
      message: `The skills of provider "${name}" are missing: ${report.error ?? 'no reason was given'}`,
      path: `provider:${name}`,
      hint: 'The next lookup asks this provider again; if it keeps failing, see to its source or settings.',
    },
  ]
}
