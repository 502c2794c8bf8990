import {
  type InspectedSkill,
  SkillContractError,
  type SkillDefinition,
  type SkillRegistry,
  type SkillSource,
} from '@deepseek-ai/dsh-skill'
import { countInvisible } from '@deepseek-ai/dsh-skill-format'
import { holdsInvisible, replacesOwn } from './messages.ts'

/**
 * What the user must know of a skill that is being loaded, each time that it is: it takes the place of a skill of theirs,
 * or holds text that no reader sees. One line each. Rejects on abort.
 */
export async function loadNotices(
  skills: Pick<SkillRegistry, 'inspect'>,
  definition: SkillDefinition,
  options: { readonly cwd: string; readonly signal?: AbortSignal | undefined },
): Promise<readonly string[]> {
  const { name, content, problems = [] } = definition
  const place = placeOf(definition)
  const own = isProjectSource(definition.source) ? await ownSkills(skills, name, options) : []
  const { count } = countInvisible(content)
  // The description may have the same problem; that of the body is the last one. Providers declare codes of their own.
  const line = problems.findLast(({ code }: { readonly code: string }) => code === 'invisible-characters')?.line
  return [
    ...(own.length > 0 ? [replacesOwn({ name, place, own: own.map(placeOf) })] : []),
    ...(count > 0 ? [holdsInvisible({ name, place, count, line })] : []),
  ]
}

/** Those of the same name that do not lie in the project. */
async function ownSkills(
  skills: Pick<SkillRegistry, 'inspect'>,
  name: string,
  options: { readonly cwd: string; readonly signal?: AbortSignal | undefined },
): Promise<readonly InspectedSkill[]> {
  try {
    const { shadowed } = await skills.inspect(options)
    return shadowed.map(({ skill }) => skill).filter((skill) => skill.name === name && !isProjectSource(skill.source))
  } catch (error) {
    if (error instanceof SkillContractError) return [] // The next look at the skills tells.
    throw error
  }
}

function placeOf({ path, provider }: Pick<SkillDefinition, 'path' | 'provider'>): string {
  return path ?? `provider ${provider}`
}

const PROJECT_SOURCES: readonly SkillSource[] = ['project-dsh', 'project-agents']

/** Whether skills of this source lie in the project. */
export function isProjectSource(source: SkillSource): boolean {
  return PROJECT_SOURCES.includes(source)
}
