import { isSkillName, type SkillRegistry } from '@deepseek-ai/dsh-skill'
import { excerpt, type Tool } from '@deepseek-ai/dsh-tools'
import { z } from 'zod'
import { renderSkillContent } from './content.ts'
import { loadForModel } from './load.ts'
import { loadNotices } from './load-notices.ts'
import { NAME_DESCRIPTION, TOOL_DESCRIPTION, invalidArguments, invalidName } from './messages.ts'
import { type LinkFollower, loadedSkill } from './skill-folder.ts'

export const SKILL_TOOL_NAME = 'skill'

const Input = z.strictObject({ name: z.string().refine(isSkillName).describe(NAME_DESCRIPTION) })

/**
 * The `skill` tool over a registry. Its result names the loaded skill and its folder; `files` gives the service that knows
 * the folder's real path.
 */
export function createSkillTool(
  skills: Pick<SkillRegistry, 'get' | 'inspect'>,
  files: () => LinkFollower | undefined = () => undefined,
): Tool<typeof Input> {
  return {
    name: SKILL_TOOL_NAME,
    description: TOOL_DESCRIPTION,
    kind: 'read',
    input: Input,
    title: ({ name }) => `Load skill ${excerpt(name)}`,
    describeInvalidInput,
    async execute({ name }, context) {
      const outcome = await loadForModel(skills, name, { cwd: context.cwd, signal: context.signal })
      if (!outcome.isLoaded) return { content: outcome.complaint, isError: true }
      const skill = await loadedSkill(outcome.definition, files(), context.signal)
      const notices = await loadNotices(skills, outcome.definition, { cwd: context.cwd, signal: context.signal })
      return { content: renderSkillContent(outcome.definition), skill, ...(notices.length > 0 && { notices }) }
    },
  }
}

function describeInvalidInput(input: unknown): string {
  const name = typeof input === 'object' && input !== null && 'name' in input ? input.name : undefined
  return typeof name === 'string' && !isSkillName(name) ? invalidName(name) : invalidArguments()
}
