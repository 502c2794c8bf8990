import { problemText } from '@deepseek-ai/dsh-host-kit'
import type { SkillProblem } from '@deepseek-ai/dsh-skill'

/** How many problems a notice spells out. */
const SPELLED_OUT = 3

/** One notice for all problems that came up together. */
export function problemsNotice(problems: readonly SkillProblem[]): string {
  const shown = problems.slice(0, SPELLED_OUT).map(problemText)
  const more = problems.length - SPELLED_OUT
  if (more > 0) shown.push(`${more} more ${more === 1 ? 'problem' : 'problems'} with skills: /skills`)
  return shown.join('\n')
}
