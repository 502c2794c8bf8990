import { errorCode, FileError, type DirectoryEntry } from '@deepseek-ai/dsh-fs'
import type { SkillProject, SkillRoot, SkillSource } from '@deepseek-ai/dsh-skill'
import { faultOf, problemOfError } from './file-faults.ts'
import type { SkillFiles } from './files.ts'
import type { Homes } from './homes.ts'
import { isRefused, problemOfRefusal, type LinkRule } from './links.ts'
import type { LocalProblem } from './problems.ts'

/** A folder to look for skills in. */
export interface PlannedRoot {
  readonly rank: number
  readonly source: SkillSource
  readonly path: string
}

/** A planned folder, and what became of it. */
export interface OpenRoot extends PlannedRoot {
  /** The path itself where nobody can tell, and when there is nothing. */
  readonly realPath: string
  readonly state: SkillRoot['state']
  readonly sameAs?: string
  /** What the folder holds; empty unless `state` is `read`. */
  readonly entries: readonly DirectoryEntry[]
  /** Why the folder was not read, where that is worth telling. */
  readonly problem?: LocalProblem
}

/** The folders to look in, in rank order. */
export function planRoots(files: SkillFiles, homes: Homes, project: SkillProject | undefined): readonly PlannedRoot[] {
  const inProject = (rank: number, source: SkillSource, path: string): readonly PlannedRoot[] =>
    project === undefined ? [] : [{ rank, source, path: files.resolve(path, project.root) }]
  return [
    ...inProject(100, 'project-dsh', '.dsh/skills'),
    ...inProject(200, 'project-agents', '.agents/skills'),
    ...homes.customSkillDirs.map((path) => ({ rank: 300, source: 'custom', path })),
    { rank: 400, source: 'user-dsh', path: files.resolve('skills', homes.dshHome) },
    { rank: 500, source: 'user-agents', path: files.resolve('skills', homes.agentsHome) },
  ]
}

/** Whether a root belongs to the project: its author need not be the user. */
export function isProjectRoot(root: PlannedRoot): boolean {
  return root.source === 'project-dsh' || root.source === 'project-agents'
}

/** Lists the folders, side by side; one that is reached twice is listed once. Rejects on abort only. */
export async function openRoots(
  files: SkillFiles,
  planned: readonly PlannedRoot[],
  rule: LinkRule,
  signal: AbortSignal | undefined,
): Promise<readonly OpenRoot[]> {
  const located = await Promise.all(planned.map((root) => locateRoot(files, root, signal)))
  const allowed = mergeRoots(located).map((root) => refuseOutside(root, rule))
  return Promise.all(allowed.map((root) => listRoot(files, root, signal)))
}

/**
 * Marks the roots that are the same folder as another. Of one folder's roots that counts which is the user's, else the
 * first. Pure; `roots` are in rank order.
 */
export function mergeRoots(roots: readonly OpenRoot[]): readonly OpenRoot[] {
  const chosen = new Map<string, OpenRoot>()
  for (const root of roots) {
    const earlier = chosen.get(root.realPath)
    if (earlier === undefined || (isUserRoot(root) && !isUserRoot(earlier))) chosen.set(root.realPath, root)
  }
  return roots.map((root) => {
    const other = chosen.get(root.realPath)
    if (other === undefined || other === root) return root
    const { rank, source, path, realPath } = root
    return { rank, source, path, realPath, state: 'same', sameAs: other.path, entries: [] }
  })
}

function isUserRoot(root: PlannedRoot): boolean {
  return root.source === 'user-dsh' || root.source === 'user-agents'
}

function refuseOutside(root: OpenRoot, rule: LinkRule): OpenRoot {
  if (root.state !== 'read' || !isProjectRoot(root) || !isRefused(root.realPath, rule)) return root
  return { ...root, state: 'unreadable', problem: problemOfRefusal(root.path, root.realPath) }
}

async function locateRoot(files: SkillFiles, root: PlannedRoot, signal: AbortSignal | undefined): Promise<OpenRoot> {
  try {
    return { ...root, realPath: await files.realPath(root.path, { signal }), state: 'read', entries: [] }
  } catch (error) {
    signal?.throwIfAborted()
    return { ...root, realPath: root.path, entries: [], ...unreadRoot(root, error) }
  }
}

async function listRoot(files: SkillFiles, root: OpenRoot, signal: AbortSignal | undefined): Promise<OpenRoot> {
  if (root.state !== 'read') return root
  try {
    return { ...root, entries: await files.listDir(root.path, { signal }) }
  } catch (error) {
    signal?.throwIfAborted()
    return { ...root, ...unreadRoot(root, error) }
  }
}

/** That a root of the project or the user is missing is ordinary; a custom one was asked for. */
function unreadRoot(root: PlannedRoot, error: unknown): Pick<OpenRoot, 'state' | 'problem'> {
  // The link that leads nowhere may be a folder above.
  const path = error instanceof FileError ? error.path : root.path
  if (errorCode(error) === 'ENOTDIR') return { state: 'unreadable', problem: problemOfNoFolder(root) }
  if (faultOf(error) !== 'gone') return { state: 'unreadable', problem: problemOfError(error, path) }
  return root.source === 'custom' ? { state: 'missing', problem: problemOfMissing(root) } : { state: 'missing' }
}

function problemOfMissing(root: PlannedRoot): LocalProblem {
  return {
    code: 'root-missing',
    severity: 'warning',
    message: 'The folder that customSkillDirs names does not exist.',
    path: root.path,
    hint: 'Make the folder, or take it out of customSkillDirs.',
  }
}

function problemOfNoFolder(root: PlannedRoot): LocalProblem {
  return {
    code: 'root-not-folder',
    severity: 'error',
    message: 'It is not a folder, or lies below something that is none, so no skill can be found in it.',
    path: root.path,
    hint: 'Put a folder there, with a folder for each skill in it.',
  }
}
