import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import { visibleLine } from './visible-text.ts'

/** A problem as one line: `error: PATH:LINE:COLUMN: what (what to do)`. */
export function problemLine({ severity, path, line, column, message, hint }: SkillProblem): string {
  const place = [path, line, column].filter((part) => part !== undefined).join(':')
  return visibleLine(`${severity}: ${place}: ${message} (${hint})`)
}
