import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { SkillInspection, SkillRegistry } from '@deepseek-ai/dsh-skill'
import { renderCatalog } from './catalog.ts'
import type { Config } from './config.ts'
import { missingSkills } from './messages.ts'
import type { ToldSkills } from './told-skills.ts'

/**
 * Puts the catalog in front of each session whose agent `sees` our tool. What is missing after a second attempt goes into
 * the session log, so that no prefix is cut short in silence.
 */
export function contributeCatalog(
  ctx: Context,
  sees: (agent: Agent) => boolean,
  settings: Config,
  told: ToldSkills,
): void {
  const { skills } = ctx
  ctx.on('agent/session-prefix', async (agent, _messages, signal, next) => {
    if (!sees(agent)) return await next()
    const { session } = agent
    const inspection = await skillsForSession(skills, session.cwd, signal)
    if (!inspection.complete) {
      session.append({ type: 'notice', code: 'skills-incomplete', message: missingSkills(inspection) })
    }
    // The tool may have gone while the providers were asked.
    if (!sees(agent)) return await next()
    told.startWith(agent, inspection, signal)
    const catalog = renderCatalog(inspection.winners, settings)
    if (catalog === undefined) return await next()
    return [{ role: 'user', content: catalog.text }, ...(await next())]
  })
}

/**
 * The skills as they are now, for the prefix of one session. Where the answer is not complete, what failed is asked once
 * more.
 */
async function skillsForSession(
  skills: Pick<SkillRegistry, 'inspect'>,
  cwd: string,
  signal: AbortSignal,
): Promise<SkillInspection> {
  const lookup = { cwd, signal }
  const inspection = await skills.inspect({ ...lookup, refresh: true })
  // Without `refresh` the registry asks those alone that it has no complete answer of.
  return inspection.complete ? inspection : await skills.inspect(lookup)
}
