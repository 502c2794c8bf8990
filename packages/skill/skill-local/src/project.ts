import type { SkillProject, SkillProblem } from '@deepseek-ai/dsh-skill'
import { isAbsolute } from 'node:path'
import { faultOf, problemOfError } from './file-faults.ts'
import type { SkillFiles } from './files.ts'
import type { LocalProblem } from './problems.ts'

export interface ProjectSearch {
  /** Absent without a cwd, and when that is no folder. */
  readonly project?: SkillProject
  readonly problems: readonly SkillProblem[]
}

/**
 * The project of `cwd`: its nearest ancestor, itself included, that contains `.git` (a folder, or the file of a worktree
 * or submodule); without one, `cwd` itself. Looks at no other folder. Throws TypeError when `cwd` is relative.
 */
export async function findProject(
  files: SkillFiles,
  cwd: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ProjectSearch> {
  if (cwd === undefined) return { problems: [] }
  if (!isAbsolute(cwd)) throw new TypeError(`cwd must be an absolute path, got ${JSON.stringify(cwd)}.`)
  const start = files.resolve('.', cwd)
  const missing = await faultOfCwd(files, start, signal)
  if (missing !== undefined) return { problems: [missing] }

  const problems: LocalProblem[] = []
  for (let folder = start; ;) {
    const marker = await kindOrProblem(files, files.resolve('.git', folder), signal)
    if (typeof marker === 'object') problems.push(marker)
    if (marker === 'file' || marker === 'directory') {
      return { project: { root: folder, foundBy: 'git' }, problems }
    }
    const parent = files.resolve('..', folder)
    if (parent === folder) return { project: { root: start, foundBy: 'cwd' }, problems }
    folder = parent
  }
}

async function faultOfCwd(
  files: SkillFiles,
  cwd: string,
  signal: AbortSignal | undefined,
): Promise<LocalProblem | undefined> {
  const found = await kindOrProblem(files, cwd, signal)
  if (typeof found === 'object') return found
  if (found === 'directory') return undefined
  return {
    code: 'cwd-missing',
    severity: 'error',
    message: found === undefined ? 'The folder that skills are looked up for does not exist.' : 'It is not a folder.',
    path: cwd,
    hint: 'Start in a folder that exists: without one only user and custom skills are found.',
  }
}

/** What is at a path: its kind, `undefined` for nothing, or the problem that hides it. */
async function kindOrProblem(files: SkillFiles, path: string, signal: AbortSignal | undefined) {
  try {
    return (await files.stat(path, { signal })).kind
  } catch (error) {
    signal?.throwIfAborted()
    return faultOf(error) === 'gone' ? undefined : problemOfError(error, path)
  }
}
