import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { announceChanges } from './announce.ts'
import { Config } from './config.ts'
import { contributeCatalog } from './prefix.ts'
import { type LinkFollower, skillFolders } from './skill-folder.ts'
import { ToldSkills } from './told-skills.ts'
import { createSkillTool, SKILL_TOOL_NAME } from './tool.ts'

export { type Catalog, renderCatalog } from './catalog.ts'
export { renderSkillContent } from './content.ts'
export { normaliseDescription } from './description.ts'
export type { ListedSkill } from './entries.ts'
export { loadNotices } from './load-notices.ts'
export { loadForModel, type LoadOptions, type LoadOutcome } from './load.ts'
export type { CatalogDetail } from './messages.ts'
export { isProjectSource } from './load-notices.ts'
export { type LinkFollower, loadedSkill } from './skill-folder.ts'
export { estimateTokens } from './tokens.ts'
export { createSkillTool, SKILL_TOOL_NAME } from './tool.ts'

export { Config }

export const name = 'tool-skill'

export const inject = ['skills', 'tools', 'agents']

/** Registers the `skill` tool, puts the session catalog in front of each session, and tells of changes where that is asked for. */
export function apply(ctx: Context, config?: Config): void {
  const settings = Config.parse(config)
  const { tools } = ctx
  const files = (): LinkFollower | undefined => ctx.get('fs')
  const tool = createSkillTool(ctx.skills, files)
  tools.register(tool)
  ctx.on('agent/skill-folders', ({ session }, name, signal) =>
    skillFolders(ctx.skills, name, { cwd: session.cwd, signal }),
  )
  // Not an agent from which the tool is hidden, nor one with another `skill` tool.
  const sees = (agent: Agent): boolean => tools.get(SKILL_TOOL_NAME, agent.scope) === tool
  const told = new ToldSkills(settings.catalogDescriptionMaxLength)
  contributeCatalog(ctx, sees, settings, told)
  if (settings.announceChanges) announceChanges(ctx, sees, settings.catalogMaxTokens, told)
}
