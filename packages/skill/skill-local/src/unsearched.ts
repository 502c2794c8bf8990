import { isWithin } from '@deepseek-ai/dsh-fs'
import type { SkillProject, SkillRoot } from '@deepseek-ai/dsh-skill'
import type { Tolerance } from '@deepseek-ai/dsh-skill-format'
import type { SkillFiles } from './files.ts'
import { findSkills } from './find-skills.ts'
import { noteOfUnsearched } from './near-miss-notes.ts'
import type { LocalProblem } from './problems.ts'
import type { PlannedRoot } from './roots.ts'

export interface UnsearchedOptions {
  readonly files: SkillFiles
  /** Absolute. */
  readonly cwd: string
  readonly project: SkillProject
  /** The roots of the answer that the skills are missing from. */
  readonly roots: readonly SkillRoot[]
  readonly tolerance: Tolerance
  /** `between`: only below the project root, down to `cwd`. `all`: above it as well, up to the root of the file system. */
  readonly scope: 'between' | 'all'
  readonly signal?: AbortSignal | undefined
}

/**
 * Notes the skills in `.dsh/skills` and `.agents/skills` of folders at or above `cwd` that are not searched, because they
 * are not the project root. From `cwd` upwards; in one folder by name. Rejects on abort only.
 */
export async function findUnsearchedSkills(options: UnsearchedOptions): Promise<readonly LocalProblem[]> {
  const { files, project, tolerance, signal } = options
  const searched = new Set(options.roots.flatMap(({ path, realPath }) => [path, realPath ?? path]))
  const roots: PlannedRoot[] = unsearchedFolders(options)
    .filter((path) => !searched.has(path))
    .map((path) => ({ rank: 0, source: 'unsearched', path }))
  const found = await findSkills({ files, roots, tolerance, projectLinks: 'follow', signal })
  // A folder may also be a searched one by another way.
  const same = (found.roots ?? []).filter(({ realPath }) => realPath !== undefined && searched.has(realPath))
  return found.candidates
    .map(({ path = '', name }) => ({ path, name }))
    .filter(({ path }) => !same.some((root) => isWithin(path, root.path)))
    .map(({ path, name }) => noteOfUnsearched(path, name, project))
}

/** The folders of skills that belong to no root of the project. Pure. */
function unsearchedFolders(options: Pick<UnsearchedOptions, 'files' | 'cwd' | 'project' | 'scope'>): readonly string[] {
  const { files, project, scope } = options
  const folders: string[] = []
  let isAbove = false
  for (let folder = files.resolve('.', options.cwd); ;) {
    if (folder === project.root) isAbove = true
    else if (!isAbove || scope === 'all') {
      folders.push(files.resolve('.dsh/skills', folder), files.resolve('.agents/skills', folder))
    }
    const parent = files.resolve('..', folder)
    if (parent === folder || (isAbove && scope === 'between')) return folders
    folder = parent
  }
}
