import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import { visibleLine } from './visible-text.ts'

/** A problem as one line: `PATH:LINE:COLUMN: what (what to do)`. */
export function problemText({ path, line, column, message, hint }: SkillProblem): string {
  const place = [path, line, column].filter((part) => part !== undefined).join(':')
  return visibleLine(`${place}: ${message} (${hint})`)
}

/** The same, after the severity. */
export function problemLine(problem: SkillProblem): string {
  return `${problem.severity}: ${problemText(problem)}`
}
