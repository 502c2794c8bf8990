import type { SkillProblem, SkillRegistry } from '@deepseek-ai/dsh-skill'
import type { Display } from './display.ts'
import { problemLine } from './problem-line.ts'

/** Looks at the skills as they are now. Resolves to false when the signal fired first. */
export type SkillLook = (signal: AbortSignal) => Promise<boolean>

/** A look at the skills of the folder `cwd` that shows each problem once, however often it is met. */
export function createSkillLook(skills: Pick<SkillRegistry, 'inspect'>, cwd: string, display: Display): SkillLook {
  const told = new Set<string>()
  const isNew = (problem: SkillProblem): boolean => {
    const line = problemLine(problem)
    if (told.has(line)) return false
    told.add(line)
    return true
  }
  return async (signal) => {
    try {
      const inspection = await skills.inspect({ cwd, signal, refresh: true })
      display.inspection({ ...inspection, problems: inspection.problems.filter(isNew) })
      return true
    } catch (error) {
      if (signal.aborted) return false
      throw error
    }
  }
}

/** Looks while `work` goes on, no longer than that: a look is never waited for. Never rejects because of the look. */
export async function whileLooking<Value>(
  look: SkillLook,
  display: Display,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  const done = new AbortController()
  const looking = look(AbortSignal.any([signal, done.signal])).catch((error: unknown) => {
    display.warning(`the skills cannot be listed: ${error instanceof Error ? error.message : String(error)}`)
  })
  try {
    return await work()
  } finally {
    done.abort()
    await looking
  }
}
