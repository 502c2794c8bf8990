import type { Context } from '@deepseek-ai/cordis'
import { Config } from './config.ts'
import { contributeCatalog } from './prefix.ts'
import type { LinkFollower } from './readable-root.ts'
import { createSkillTool } from './tool.ts'

export { type Catalog, renderCatalog } from './catalog.ts'
export { renderSkillContent } from './content.ts'
export { normaliseDescription } from './description.ts'
export type { ListedSkill } from './entries.ts'
export { loadForModel, type LoadOptions, type LoadOutcome } from './load.ts'
export type { CatalogDetail } from './messages/catalog-message.ts'
export { type LinkFollower, readableRoot } from './readable-root.ts'
export { estimateTokens } from './tokens.ts'
export { createSkillTool, SKILL_TOOL_NAME } from './tool.ts'

export { Config }

export const name = 'tool-skill'

export const inject = ['skills', 'tools', 'agents']

/** Registers the `skill` tool and puts the session catalog in front of each session. */
export function apply(ctx: Context, config?: Config): void {
  const files = (): LinkFollower | undefined => ctx.get('fs')
  const tool = createSkillTool(ctx.skills, files)
  ctx.tools.register(tool)
  contributeCatalog(ctx, tool, Config.parse(config))
}
