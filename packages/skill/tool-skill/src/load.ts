import { isSkillName, type SkillDefinition, SkillLoadError, type SkillRegistry } from '@deepseek-ai/dsh-skill'
import { failedSkill, hiddenSkill, invalidName, unknownSkill } from './messages.ts'

export interface LoadOptions {
  readonly cwd: string
  readonly signal?: AbortSignal | undefined
}

/** A skill that the model may read, or what it should read instead. */
export type LoadOutcome =
  | { readonly isLoaded: true; readonly definition: SkillDefinition }
  | { readonly isLoaded: false; readonly complaint: string }

/**
 * Loads one skill for the model, anew each time. A name that is not known may be new on disk, so the providers are asked
 * again. Policy comes first: no provider is asked for a skill that the model may not have.
 */
export async function loadForModel(
  skills: Pick<SkillRegistry, 'get' | 'inspect'>,
  name: string,
  options: LoadOptions,
): Promise<LoadOutcome> {
  if (!isSkillName(name)) return { isLoaded: false, complaint: invalidName(name) }
  for (const refresh of [false, true]) {
    const { winners } = await skills.inspect({ ...options, refresh })
    const listed = winners.find((skill) => skill.name === name)
    if (listed === undefined) continue
    if (listed.disableModelInvocation === true) return { isLoaded: false, complaint: hiddenSkill(name) }
    let definition: SkillDefinition | undefined
    try {
      definition = await skills.get(name, options)
    } catch (error) {
      if (!(error instanceof SkillLoadError)) throw error
      return { isLoaded: false, complaint: failedSkill(name, reasonOf(error)) }
    }
    // Name and policy count as they are in what was read now: the listing may be older.
    if (definition?.name !== name) continue
    if (definition.disableModelInvocation === true) return { isLoaded: false, complaint: hiddenSkill(name) }
    return { isLoaded: true, definition }
  }
  return { isLoaded: false, complaint: unknownSkill(name) }
}

/** What the provider said, rather than the sentence that the registry wraps around it. */
function reasonOf({ cause, message }: SkillLoadError): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
