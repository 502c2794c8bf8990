import type { Context } from '@deepseek-ai/cordis'
import { projectNotice, ToldOnce } from '@deepseek-ai/dsh-host-kit'
import { type Session, SessionError, type SessionStore } from '@deepseek-ai/dsh-session'
import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import type { Display } from './display.ts'

/** Looks at the skills as they are now. Resolves to false when the signal fired first. */
export type SkillLook = (signal: AbortSignal) => Promise<boolean>

/** A look at the skills of the session's folder that shows each thing once, however often it is met. */
export function createSkillLook(
  { skills, sessions }: Pick<Context, 'skills' | 'sessions'>,
  session: Session,
  display: Display,
): SkillLook {
  let isIntroduced = false
  const told = new ToldOnce()
  return async (signal) => {
    try {
      const inspection = await skills.inspect({ cwd: session.cwd, signal, refresh: true })
      if (!isIntroduced) introduce(inspection, { session, sessions: sessions.store, display })
      isIntroduced = true
      display.inspection({ ...inspection, problems: told.newProblems(inspection.problems) })
      return true
    } catch (error) {
      if (signal.aborted) return false
      throw error
    }
  }
}

/** Tells what the project brings along. */
function introduce(
  inspection: SkillInspection,
  { display, ...about }: { session: Session; sessions: SessionStore; display: Display },
): void {
  try {
    const notice = projectNotice(inspection, { ...about, listCall: 'dsh skills list' })
    if (notice !== undefined) display.note(notice)
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    display.warning(error.message)
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
