import type { Context } from '@deepseek-ai/cordis'
import { type InspectedSkill, type SkillResourceBase, SkillLoadError } from '@deepseek-ai/dsh-skill'
import { estimateTokens, renderCatalog } from '@deepseek-ai/dsh-tool-skill/text'
import type { Settings } from '../settings/load.ts'
import type { ModelView } from './explanation.ts'

export interface ViewOptions {
  readonly cwd: string
  readonly tool: Settings['skills']['tool']
  readonly signal: AbortSignal
}

/** What the model gets of a skill: its catalog line, and its text as it would be loaded now. */
export async function viewForModel(
  ctx: Context,
  skill: InspectedSkill,
  { cwd, tool, signal }: ViewOptions,
): Promise<ModelView> {
  const { catalogDescriptionMaxLength } = tool
  const catalogLine = renderCatalog([skill], { catalogDescriptionMaxLength })
    ?.text.split('\n')
    .find((line) => line.startsWith('- `'))
  const { description, whenToUse } = skill
  const listed = { description, ...(catalogLine && { catalogLine }), ...(whenToUse && { whenToUse }) }
  try {
    const definition = await ctx.skills.get(skill.name, { cwd, signal })
    if (!definition) return { ...listed, fault: 'it is no longer there' }
    const { content } = definition
    const base = definition.resourceBase && describeBase(definition.resourceBase)
    return {
      ...listed,
      characters: content.length,
      tokens: estimateTokens(content),
      ...(base && { resourceBase: base }),
    }
  } catch (error) {
    if (error instanceof SkillLoadError) return { ...listed, fault: error.message }
    throw error
  }
}

function describeBase(base: SkillResourceBase): string {
  switch (base.kind) {
    case 'directory':
      return base.path
    case 'url':
      return base.url
    case 'opaque':
      return base.description
  }
}
