import type { Agent } from '@deepseek-ai/dsh-agent'
import type { SkillRegistry } from '@deepseek-ai/dsh-skill'
import type { ListedSkill } from './entries.ts'
import { missingSkills } from './messages/missing-skills.ts'

/**
 * The skills as they are now, for the prefix of one session. Where the answer is not complete, what failed is asked once
 * more; what is missing then goes into the session log, so that no prefix is cut short in silence.
 */
export async function skillsForSession(
  skills: Pick<SkillRegistry, 'inspect'>,
  session: Agent['session'],
  signal: AbortSignal,
): Promise<readonly ListedSkill[]> {
  const lookup = { cwd: session.cwd, signal }
  let inspection = await skills.inspect({ ...lookup, refresh: true })
  // Without `refresh` the registry asks those alone that it has no complete answer of.
  if (!inspection.complete) inspection = await skills.inspect(lookup)
  if (!inspection.complete) {
    session.append({ type: 'notice', code: 'skills-incomplete', message: missingSkills(inspection) })
  }
  return inspection.winners
}
