import type { SkillDefinition } from '@deepseek-ai/dsh-skill'

/** What is asked of the file service, where there is one. */
export interface LinkFollower {
  /** The path with all links followed. */
  realPath?(path: string, options: { readonly signal?: AbortSignal | undefined }): Promise<string>
}

/**
 * The folder that a loaded skill makes readable for its session, if it lies in one: its real path as of now. A link that
 * is put in its place later opens nothing.
 */
export async function readableRoot(
  { resourceBase }: Pick<SkillDefinition, 'resourceBase'>,
  files: LinkFollower | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (resourceBase?.kind !== 'directory') return undefined
  const { path } = resourceBase
  if (files?.realPath === undefined) return path
  try {
    return await files.realPath(path, { signal })
  } catch (error) {
    if (signal?.aborted || !(error instanceof Error && 'code' in error)) throw error
    return path // The system has nothing to follow there. Then there is nothing to read, either.
  }
}
