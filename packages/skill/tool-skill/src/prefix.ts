import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { Tool } from '@deepseek-ai/dsh-tools'
import { renderCatalog } from './catalog.ts'
import type { Config } from './config.ts'
import { skillsForSession } from './session-skills.ts'
import { SKILL_TOOL_NAME } from './tool.ts'

/** Puts the catalog in front of each session whose agent sees `tool` itself: not one that hides it, nor one with another `skill` tool. */
export function contributeCatalog(ctx: Context, tool: Tool, settings: Config): void {
  const { skills, tools } = ctx
  const sees = (agent: Agent): boolean => tools.get(SKILL_TOOL_NAME, agent.scope) === tool
  ctx.on('agent/session-prefix', async (agent, _messages, signal, next) => {
    if (!sees(agent)) return await next()
    const listed = await skillsForSession(skills, agent.session, signal)
    // The tool may have gone while the providers were asked.
    const catalog = sees(agent) ? renderCatalog(listed, settings) : undefined
    if (catalog === undefined) return await next()
    return [{ role: 'user', content: catalog.text }, ...(await next())]
  })
}
