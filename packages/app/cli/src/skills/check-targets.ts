import { lstatSync } from 'node:fs'
import { basename, dirname, extname, join, parse, relative, resolve, sep } from 'node:path'
import { isWithin } from '@deepseek-ai/dsh-fs'
import type { SkillProblem, SkillRoot } from '@deepseek-ai/dsh-skill'
import type { PlannedRoot, Walk, WalkedFolder } from '@deepseek-ai/dsh-skill-local'
import { realPathOf } from '../real-path.ts'
import { UsageError } from '../usage-error.ts'
import { pathKind } from './path-kind.ts'

/** What the paths of a command line stand for. */
export interface CheckTargets {
  /** Files, also the `SKILL.md` of a folder that has one. */
  readonly named: readonly string[]
  readonly folders: readonly string[]
}

/** Throws `UsageError` for a path that is missing. */
export function checkTargets(paths: readonly string[], cwd: string): CheckTargets {
  const named: string[] = []
  const folders: string[] = []
  for (const path of paths.map((each) => resolve(cwd, each))) {
    const kind = pathKind(path)
    if (kind === 'missing')
      throw new UsageError(`no such file or folder: ${path}`, 'name a SKILL.md, a skill folder or a folder of skills')
    if (kind === 'file') named.push(path)
    else {
      folders.push(path)
      if (hasSkillFile(path)) named.push(join(path, 'SKILL.md'))
    }
  }
  return { named, folders }
}

/** A folder that cannot be looked into is walked, which says so. */
function hasSkillFile(folder: string): boolean {
  try {
    return lstatSync(join(folder, 'SKILL.md'), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/** What stands for a skill in a folder of skills: the folder of a SKILL.md, or a flat file. */
export function skillEntry(file: string): string {
  return basename(file) === 'SKILL.md' ? dirname(file) : file
}

/** Where a file or folder lies among the folders of skills. */
interface Place {
  readonly root: string
  /** Names of the folders between the root and it, its own included. */
  readonly steps: readonly string[]
}

/**
 * The folder of skills that a path lies in: of the searched ones the nearest, else the nearest `.dsh/skills` or
 * `.agents/skills`.
 */
export function placeOf(path: string, searched: readonly SkillRoot[]): Place | undefined {
  const realPath = realPathOf(path)
  const places = searched.flatMap((root) => {
    if (isWithin(path, root.path)) return [stepsBelow(root.path, path)]
    const realRoot = root.realPath ?? root.path
    return isWithin(realPath, realRoot) ? [stepsBelow(realRoot, realPath)] : []
  })
  const [nearest] = places.toSorted((a, b) => a.steps.length - b.steps.length)
  if (nearest !== undefined) return nearest
  const [, named] = new RegExp(String.raw`^(.*[/\\]\.(?:dsh|agents)[/\\]skills)(?:[/\\]|$)`).exec(path) ?? []
  return named === undefined ? undefined : stepsBelow(named, path)
}

function stepsBelow(root: string, path: string): Place {
  return { root, steps: relative(root, path).split(sep).filter(Boolean) }
}

/**
 * The folders of skills among those that were walked: the searched ones, those called `skills`, and a named folder that
 * has none of these. A skill's own folder is none of them, and no folder below another one is. Pure but for real paths.
 */
export function rootsAmong(
  { folders: walked }: Walk,
  named: readonly string[],
  searched: readonly SkillRoot[],
): readonly PlannedRoot[] {
  const roots = new Map<string, PlannedRoot>()
  for (const { path, realPath, hasSkillFile } of walked) {
    const root = searched.find((each) => each.path === path || (each.realPath ?? each.path) === realPath)
    if (root !== undefined) roots.set(path, { rank: root.rank, source: root.source, path })
    else if (basename(path) === 'skills' && !hasSkillFile && (placeOf(path, searched)?.steps.length ?? 0) === 0) {
      roots.set(path, { rank: 0, source: 'checked', path })
    }
  }
  // A link that leaves the project is not walked: the lookup says why.
  for (const { rank, source, path, state } of searched) {
    if (state === 'unreadable' && named.some((folder) => isWithin(path, folder)))
      roots.set(path, { rank, source, path })
  }
  for (const path of named) {
    const own = walked.find((folder) => folder.path === path)
    const holdsRoot = [...roots.keys()].some((root) => isWithin(root, path))
    if (own !== undefined && !own.hasSkillFile && !holdsRoot && placeOf(path, searched) === undefined) {
      roots.set(path, { rank: 0, source: 'checked', path })
    }
  }
  return [...roots.values()]
}

type SkillProblemMaker = (skill: string) => SkillProblem

/** A file that may be meant as a skill, though no session finds it where it lies or as it is called. */
export interface Suspect {
  readonly path: string
  /** Whether it is one whatever it says; else only if it loads as a skill. */
  readonly isCertain: boolean
  /** What its folder or file would be called once the advice is followed. */
  readonly label: string
  /** Absent where its own text tells. */
  readonly problem?: SkillProblemMaker
}

/** The documents of a folder that nobody gets, although they may be skills. Pure. */
export function suspectsIn(folder: WalkedFolder, place: Place | undefined, isRoot: boolean): readonly Suspect[] {
  const { path, documents, hasSkillFile, isInSkill } = folder
  if (hasSkillFile || isInSkill) return []
  const suspect = (name: string): Suspect => ({ path: join(path, name), isCertain: false, label: parse(name).name })
  if (isRoot) {
    const others = documents.filter((name) => !name.endsWith('.md')).map(suspect)
    return others.map((each) => ({ ...each, problem: problemOfName(each.path) }))
  }
  const unpacked = documents.filter(isUnpacked).map(suspect)
  const misspelled = documents.filter((name) => MISSPELLED.test(name))
  const depth = place?.steps.length ?? 0
  const label = basename(path)
  if (misspelled.length > 0) {
    const others = misspelled.map((name) => ({
      ...suspect(name),
      isCertain: depth === 1 && name.toLowerCase() === 'skill.md',
      label,
      problem:
        place !== undefined && depth > 1
          ? problemOfDepth(join(path, name), place.root)
          : problemOfSpelling(join(path, name)),
    }))
    return [...unpacked, ...others]
  }
  if (place === undefined || depth !== 1) return unpacked
  const flat = documents.filter((name) => name.endsWith('.md') && !isUnpacked(name)).map(suspect)
  const [only] = flat
  if (only !== undefined && flat.length === 1)
    return [...unpacked, { ...only, label, problem: problemOfSpelling(only.path) }]
  return [...unpacked, ...flat.map((each) => ({ ...each, problem: problemOfDepth(each.path, place.root) }))]
}

/** A `SKILL.md` whose folder became a part of its name. */
function isUnpacked(name: string): boolean {
  return name.toLowerCase().endsWith('\\skill.md')
}

const MISSPELLED = /^skills?(?:\.(?:mdx?|markdown|txt))*$/i

function problemOfSpelling(path: string): SkillProblemMaker {
  const isCase = basename(path).toLowerCase() === 'skill.md'
  return (skill) => ({
    code: isCase ? 'case-mismatch' : 'file-misnamed',
    severity: 'error',
    message: 'No session finds the file: in the folder of a skill it must be called SKILL.md, in these very letters.',
    path,
    hint: 'Rename it to SKILL.md.',
    skill,
  })
}

/** For a file whose name nothing loads, wherever it lies. */
export function problemOfName(path: string): SkillProblemMaker {
  const stem = basename(path, extname(path))
  const name = MISSPELLED.test(basename(path)) ? 'SKILL.md' : `${stem}.md`
  const message = 'The file is not found, because of its name: only SKILL.md and names that end in .md are looked for.'
  return (skill) => ({
    code: 'file-misnamed',
    severity: 'error',
    message,
    path,
    hint: `Rename it to ${name}.`,
    skill,
  })
}

/** Whether nothing would load a file because of its name, in a folder of skills or not. Pure. */
export function isMisnamed(path: string, isInRoot: boolean): boolean {
  const name = basename(path)
  if (name === 'SKILL.md') return false
  return !name.endsWith('.md') || (name.toLowerCase() === 'skill.md' && !isInRoot) // In a folder of skills it is a flat skill.
}

/** For a skill that lies below the level that is looked at. */
export function problemOfDepth(path: string, root: string): SkillProblemMaker {
  const isFolder = MISSPELLED.test(basename(path, '.md') + '.md') || basename(path) === 'SKILL.md'
  const rename = isFolder && basename(path) !== 'SKILL.md' ? ', and call the file SKILL.md' : ''
  return (skill) => ({
    code: 'too-deep',
    severity: 'error',
    message: `No session finds the skill, because it lies too deep: only what lies directly in ${root} is looked at.`,
    path,
    hint: `Move ${isFolder ? `its folder to ${join(root, basename(dirname(path)))}` : `it to ${join(root, basename(path))}`}${rename}.`,
    skill,
  })
}
