import type { SkillInspection, SkillRegistry } from '@deepseek-ai/dsh-skill'

/**
 * The skills as they are now, for the prefix of one session. Where the answer is not complete, what failed is asked once
 * more.
 */
export async function skillsForSession(
  skills: Pick<SkillRegistry, 'inspect'>,
  cwd: string,
  signal: AbortSignal,
): Promise<SkillInspection> {
  const lookup = { cwd, signal }
  const inspection = await skills.inspect({ ...lookup, refresh: true })
  // Without `refresh` the registry asks those alone that it has no complete answer of.
  return inspection.complete ? inspection : await skills.inspect(lookup)
}
