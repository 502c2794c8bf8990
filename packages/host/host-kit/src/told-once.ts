import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import { problemText } from './problem-line.ts'

/** Warnings of skills that are lost, or are not what their author wrote, to the model or to the user. */
const TOLD_WARNINGS: ReadonlySet<string> = new Set([
  'flag-unclear',
  'key-dropped',
  'key-repaired',
  'link-outside-project',
  'namesake',
  'not-regular-file',
  'problems-limit',
  'root-missing',
  'runtime-duplicate',
])

/** Whether a session tells its user of a problem: a skill is lost, or is another than was meant. All else is advice, for `check`. */
function isTold({ severity, code }: SkillProblem): boolean {
  return severity === 'error' || (severity === 'warning' && TOLD_WARNINGS.has(code))
}

/** Remembers what a session told its user. The words themselves are the key: what reads the same is said once. */
export class ToldOnce {
  private readonly told = new Set<string>()

  /** Whether `text` is new. Afterwards it counts as told. */
  isNew(text: string): boolean {
    if (this.told.has(text)) return false
    this.told.add(text)
    return true
  }

  /** The problems that a session must tell and has not told yet. */
  newProblems(problems: readonly SkillProblem[]): readonly SkillProblem[] {
    return problems.filter((problem) => isTold(problem) && this.isNew(problemText(problem)))
  }
}
