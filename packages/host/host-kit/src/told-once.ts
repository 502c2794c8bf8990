import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import { problemText } from './problem-line.ts'

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
    return problems.filter((problem) => problem.severity !== 'note' && this.isNew(problemText(problem)))
  }
}
