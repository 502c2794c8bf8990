import type { SkillInspection, SkillRegistry, SkillRegistryLookupOptions } from '@deepseek-ai/dsh-skill'
import { isProjectSource, normaliseDescription } from '@deepseek-ai/dsh-tool-skill'

/** One skill that the user can start. */
export interface SkillMenuEntry {
  readonly name: string
  /** One line, without control and invisible characters; not cut. */
  readonly description: string
  /** `project`: it lies in the project. `user`: it comes from anywhere else. */
  readonly scope: 'project' | 'user'
  /** True: hidden from the model, so the user alone can start it. */
  readonly isUserOnly: boolean
}

/**
 * All skills that the user can start in a folder, sorted by name in code units: those that the model sees, and those
 * hidden from it. Pass `refresh: true` when a menu opens. Rejects as `ctx.skills.inspect` does.
 */
export async function skillMenu(
  skills: Pick<SkillRegistry, 'inspect'>,
  options: SkillRegistryLookupOptions,
): Promise<readonly SkillMenuEntry[]> {
  return skillMenuEntries(await skills.inspect(options))
}

/** The same, of an answer that is there already. */
export function skillMenuEntries({ winners }: SkillInspection): readonly SkillMenuEntry[] {
  return winners.map(({ name, description, source, disableModelInvocation }) => ({
    name,
    description: normaliseDescription(description),
    scope: isProjectSource(source) ? 'project' : 'user',
    isUserOnly: disableModelInvocation === true,
  }))
}
