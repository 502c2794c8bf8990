import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { renderCatalog } from './catalog.ts'
import type { Config } from './config.ts'
import { missingSkills } from './messages/missing-skills.ts'
import { skillsForSession } from './session-skills.ts'
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
