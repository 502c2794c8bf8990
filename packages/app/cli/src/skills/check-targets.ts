import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { PlannedRoot } from '@deepseek-ai/dsh-skill-local'
import { UsageError } from '../usage-error.ts'
import { isSkillFileName } from './misnamed.ts'
import { pathKind } from './path-kind.ts'

export interface CheckTargets {
  readonly roots: readonly PlannedRoot[]
  /** Files that were named one by one. */
  readonly named: readonly string[]
  /** The folders of skills that are searched, and that named files lie in. */
  readonly around: readonly PlannedRoot[]
  /** Each path that is a folder of skills, or has some below it, with those. */
  readonly folders: readonly NamedFolder[]
}

interface NamedFolder {
  readonly path: string
  readonly roots: readonly string[]
  /** It is not searched, and holds a `SKILL.md` in other letters: the folder of one skill, unless it holds more of them. */
  readonly mayBeSkill: boolean
}

/** No path was named: the folders of the project are searched anyway. */
export const NO_TARGETS: CheckTargets = { roots: [], named: [], around: [], folders: [] }

/**
 * What each path stands for: a file, a folder of one skill, or a folder of skills. One that is searched anyway is looked
 * at as such. Throws `UsageError` for a missing one.
 */
export function checkTargets(paths: readonly string[], cwd: string, searched: readonly PlannedRoot[]): CheckTargets {
  const roots: PlannedRoot[] = []
  const named: string[] = []
  const folders: NamedFolder[] = []
  const rootAt = (folder: string): PlannedRoot | undefined => searched.find(({ path }) => path === folder)
  for (const path of paths.map((each) => resolve(cwd, each))) {
    const kind = pathKind(path)
    if (kind === 'missing')
      throw new UsageError(`no such file or folder: ${path}`, 'name a SKILL.md, a skill folder or a folder of skills')
    if (kind === 'file') named.push(path)
    else if (hasSkillFile(path)) named.push(join(path, 'SKILL.md'))
    else {
      const below = rootsBelow(path)
      folders.push({ path, roots: below, mayBeSkill: below[0] === path && !rootAt(path) && hasMisspelledFile(path) })
      for (const root of below) roots.push(rootAt(root) ?? { rank: 0, source: 'checked', path: root })
    }
  }
  const around = new Set(named.flatMap((file) => rootAt(dirname(skillEntry(file))) ?? []))
  return { roots, named, around: [...around], folders }
}

/** A folder that cannot be looked into is looked at as a folder of skills, which says so. */
function hasSkillFile(folder: string): boolean {
  try {
    return lstatSync(join(folder, 'SKILL.md'), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

function hasMisspelledFile(folder: string): boolean {
  try {
    return readdirSync(folder).some(isSkillFileName)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/** The folders of skills in a project, in its `.dsh` or its `.agents`; else the folder itself is one. */
function rootsBelow(folder: string): readonly string[] {
  const isHome = ['.dsh', '.agents'].includes(basename(folder))
  const below = isHome ? ['skills'] : ['.dsh/skills', '.agents/skills']
  const found = below.map((path) => join(folder, path)).filter((path) => existsSync(path))
  return found.length > 0 ? found : [folder]
}

/** What stands for a skill in a folder of skills: the folder of a SKILL.md, or a flat file. */
export function skillEntry(file: string): string {
  return basename(file) === 'SKILL.md' ? dirname(file) : file
}
