import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import { excerpt, visible } from '@deepseek-ai/dsh-tools'
import type { Notice } from './voice.ts'

const SHOWN_PROBLEMS = 5

/** Makes notices of what is wrong with skills: each problem once, however often it is seen. */
export class ProblemNotices {
  private readonly told = new Set<string>()

  /** What is new among `problems`; notes are left to those who ask for them. */
  take(problems: readonly SkillProblem[]): Notice | undefined {
    const lines = problems
      .filter(({ severity }) => severity !== 'note')
      .map(problemLine)
      .filter((line) => !this.told.has(line))
    if (lines.length === 0) return undefined
    for (const line of lines) this.told.add(line)
    const hidden = lines.length - SHOWN_PROBLEMS
    return {
      severity: 'warning',
      title:
        lines.length === 1 ? 'There is a problem with a skill.' : `There are ${lines.length} problems with skills.`,
      details: [
        ...lines.slice(0, SHOWN_PROBLEMS),
        ...(hidden > 0 ? [`… and ${hidden} more.`] : []),
        'dsh skills list shows all of them.',
      ].join('\n'),
    }
  }
}

function problemLine({ severity, path, line, column, message, hint }: SkillProblem): string {
  const place = [visible(path), line, column].filter((part) => part !== undefined).join(':')
  return `- ${severity}: ${place}: ${excerpt(message, 500)} (${excerpt(hint, 500)})`
}
