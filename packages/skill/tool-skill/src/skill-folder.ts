import type { LoadedSkill, SkillFolder } from '@deepseek-ai/dsh-tools'
import { SkillContractError, type SkillDefinition, type SkillRegistry } from '@deepseek-ai/dsh-skill'

/** The call that follows links, where the file service has it. */
export interface LinkFollower {
  realPath?(path: string, options: { readonly signal?: AbortSignal | undefined }): Promise<string>
}

/** What the session keeps of a loaded skill: its name, and the real path of its folder as of now, if it lies in one. */
export async function loadedSkill(
  { name, resourceBase }: Pick<SkillDefinition, 'name' | 'resourceBase'>,
  files: LinkFollower | undefined,
  signal?: AbortSignal,
): Promise<LoadedSkill> {
  if (resourceBase?.kind !== 'directory') return { name }
  return { name, folder: await realFolder(resourceBase.path, files, signal) }
}

/** Every folder that a skill of this name has now, shadowed ones too; none when a provider breaks its interface. */
export async function skillFolders(
  skills: Pick<SkillRegistry, 'inspect'>,
  name: string,
  options: { readonly cwd: string; readonly signal?: AbortSignal | undefined },
): Promise<readonly SkillFolder[]> {
  try {
    const { winners, shadowed, project } = await skills.inspect(options)
    const named = [...winners, ...shadowed.map(({ skill }) => skill)].filter((skill) => skill.name === name)
    return named.flatMap((skill) => folderOf(skill, project?.root))
  } catch (error) {
    if (error instanceof SkillContractError) return [] // The next lookup for the user tells; here the user is asked.
    throw error
  }
}

function folderOf(
  { source, resourceBase }: Pick<SkillDefinition, 'source' | 'resourceBase'>,
  root: string | undefined,
): readonly SkillFolder[] {
  if (resourceBase?.kind !== 'directory') return []
  return [{ path: resourceBase.path, isOwn: !source.startsWith('project'), projectRoot: root }]
}

async function realFolder(
  path: string,
  files: LinkFollower | undefined,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (files?.realPath === undefined) return path
  try {
    return await files.realPath(path, { signal })
  } catch (error) {
    if (signal?.aborted || !(error instanceof Error && 'code' in error)) throw error
    return path // The system has nothing to follow there. Then there is nothing to read, either.
  }
}
