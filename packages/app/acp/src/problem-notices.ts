import { problemLine } from '@deepseek-ai/dsh-host-kit'
import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import type { Notice } from './voice.ts'

const SHOWN_PROBLEMS = 5

/** One notice for all problems that came up together. */
export function problemsNotice(problems: readonly SkillProblem[]): Notice {
  const hidden = problems.length - SHOWN_PROBLEMS
  return {
    severity: 'warning',
    title:
      problems.length === 1 ? 'There is a problem with a skill.' : `There are ${problems.length} problems with skills.`,
    details: [
      ...problems.slice(0, SHOWN_PROBLEMS).map((problem) => `- ${problemLine(problem)}`),
      ...(hidden > 0 ? [`… and ${hidden} more.`] : []),
      'dsh skills list shows all of them.',
    ].join('\n'),
  }
}
