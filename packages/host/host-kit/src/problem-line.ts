import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import { visibleLine } from './visible-text.ts'

/** A problem as one line: `PATH:LINE:COLUMN: what (what to do)`. */
export function problemText({ path, line, column, message, hint }: SkillProblem): string {
  const place = [visiblePath(path), line, column].filter((part) => part !== undefined).join(':')
  return `${place}: ${visibleLine(`${message} (${hint})`)}`
}

/** A path in one line. Blanks at either end of a name are written out: nobody sees them otherwise. */
function visiblePath(path: string): string {
  return visibleLine(path).split('/').map(visibleName).join('/')
}

function visibleName(name: string): string {
  const inner = name.trim()
  if (inner.length === name.length) return name
  const at = name.length - name.trimStart().length
  const escape = (blanks: string): string => blanks.replaceAll(' ', '\\u{20}')
  return escape(name.slice(0, at)) + inner + escape(name.slice(at + inner.length))
}

/** The same, after the severity. */
export function problemLine(problem: SkillProblem): string {
  return `${problem.severity}: ${problemText(problem)}`
}
