import type { SkillProblem } from '@deepseek-ai/dsh-skill'

/** Tells of each problem once, however often it is met. */
export class ProblemNotices {
  private readonly told = new Set<string>()

  /** Those that nobody was told of, without notes. */
  unseen(problems: readonly SkillProblem[]): readonly SkillProblem[] {
    return problems.filter((problem) => {
      if (problem.severity === 'note') return false
      const key = JSON.stringify([problem.code, problem.path, problem.skill])
      if (this.told.has(key)) return false
      this.told.add(key)
      return true
    })
  }
}
