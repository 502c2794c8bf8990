import { basename, isAbsolute, join, parse, relative, sep } from 'node:path'
import { errorCode, type FileService, isWithin } from '@deepseek-ai/dsh-fs'
import type { LoadedSkill, PermissionRequest } from './tool.ts'

/** The calls of a file service that follow links. */
export type LinkFollower = Pick<FileService, 'resolve' | 'realPath' | 'readLink'>

/** The folders and files that access depends on. Paths are absolute; their links are followed at each question. */
export interface AccessRules {
  /** The user's home folder. */
  readonly home: string
  /** The agent's own folder, which holds its settings and its logs. */
  readonly dshHome: string
  /** Key files and session logs, wherever they lie. */
  readonly privatePaths: readonly string[]
}

/** A folder that a skill has now, according to its provider. Paths are absolute. */
export interface SkillFolder {
  readonly path: string
  /** True: the user put the skill there. False: the project brings it. */
  readonly isOwn: boolean
  /** Root of the session's project, if there is one. */
  readonly projectRoot?: string | undefined
}

/** What one question is judged by. */
export interface AccessContext {
  readonly cwd: string
  readonly rules: AccessRules
  /** Absent: nobody can follow links, so nothing is open. */
  readonly files: LinkFollower | undefined
  readonly loadedSkills: readonly LoadedSkill[]
  /** Every folder that a skill of this name has now. */
  readonly findSkillFolders: (name: string) => Promise<readonly SkillFolder[]>
  readonly signal: AbortSignal
}

/** Where a path leads, or would lead if the rest of it were there. */
export interface Place {
  readonly target: string
  /** False: a link on the way leads nowhere, so nobody can say where that is. */
  readonly isCertain: boolean
}

/** Files of the system that show memory and environment of processes. */
const PROCESSES = '/proc'

/**
 * Whether a tool may go ahead without a question to the user. Commands never may. A file may be read when its real path
 * lies in the working folder, unless that folder holds the home folder, or in the folder of a loaded skill. `dshHome` and
 * the private paths stay closed whatever leads there; of `dshHome` only the folder of a loaded skill of the user is open.
 */
export async function isOpen({ kind, target }: PermissionRequest, context: AccessContext): Promise<boolean> {
  const { files, cwd, rules, loadedSkills, signal } = context
  if (kind !== 'read' || files === undefined || !isAbsolute(target)) return false
  const place = await placeOf(files, target, signal)
  if (!place.isCertain) return false
  const realPath = async (path: string): Promise<string> => (await placeOf(files, path, signal)).target
  const dshHome = await realPath(rules.dshHome)
  const ownFiles = ['config.yaml', 'sessions'].map((name) => join(rules.dshHome, name))
  for (const path of [...rules.privatePaths, ...ownFiles, PROCESSES]) {
    if (isWithin(place.target, await realPath(path))) return false
  }
  const home = await realPath(rules.home)
  const isInDshHome = isWithin(place.target, dshHome)
  const workingFolder = await realPath(cwd)
  if (!isInDshHome && isWithin(place.target, workingFolder) && !isWithin(home, workingFolder)) return true
  for (const { name, folder } of loadedSkills) {
    if (folder === undefined || !isWithin(place.target, folder) || isWithin(home, folder)) continue
    if (isInDshHome && (folder === dshHome || !isWithin(folder, dshHome))) continue
    for (const owned of await context.findSkillFolders(name)) {
      if ((await realPath(owned.path)) !== folder) continue
      if (owned.projectRoot === undefined) {
        if (owned.isOwn) return true
        continue
      }
      const projectRoot = await realPath(owned.projectRoot)
      if (owned.isOwn) {
        // The user's own links lead anywhere, those of the project to what lies in it.
        if (isWithin(folder, projectRoot) || isWithin(home, projectRoot)) return true
        if (!(await followsLinkIn(projectRoot, owned.path, files, signal))) return true
        continue
      }
      const expected = join(projectRoot, relative(owned.projectRoot, owned.path))
      // A project that holds the home folder holds everything: there no link counts.
      const isInProject = isWithin(home, projectRoot) ? folder === expected : isWithin(folder, projectRoot)
      if (isInProject && !isInDshHome) return true
    }
  }
  return false
}

/** As many as Linux follows in one path. */
const LINKS_MAX_COUNT = 40

/**
 * Whether a link that lies in `folder`, a real path, is followed on the way to `path`: a link to a link counts, too. Where
 * nobody can tell, any link counts.
 */
async function followsLinkIn(folder: string, path: string, files: LinkFollower, signal: AbortSignal): Promise<boolean> {
  if (files.readLink === undefined) return (await placeOf(files, path, signal)).target !== path
  let { root: at } = parse(path)
  const names = path.slice(at.length).split(sep)
  for (let linkCount = 0; names.length > 0;) {
    const parent = at
    at = files.resolve(names.shift() ?? '', parent)
    const target = await files.readLink(at, { signal })
    if (target === undefined) continue
    linkCount += 1
    if (isWithin(parent, folder) || linkCount > LINKS_MAX_COUNT) return true
    const { root } = parse(target)
    names.unshift(...target.slice(root.length).split(sep))
    at = root === '' ? parent : root
  }
  return false
}

/**
 * Where `path` leads, whether or not something is there: outside of what is open, nobody may be told. A part that cannot
 * be followed counts as it is written.
 */
export async function placeOf(files: LinkFollower, path: string, signal: AbortSignal): Promise<Place> {
  try {
    const target = files.realPath === undefined ? path : await files.realPath(path, { signal })
    return { target, isCertain: true }
  } catch (error) {
    const code = errorCode(error)
    if (signal.aborted || code === undefined) throw error
    const parent = files.resolve('..', path)
    if (code === 'EDANGLING' || parent === path) return { target: path, isCertain: false }
    const { target, isCertain } = await placeOf(files, parent, signal)
    return { target: files.resolve(basename(path), target), isCertain }
  }
}
