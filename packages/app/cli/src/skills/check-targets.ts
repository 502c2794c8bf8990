import { basename, dirname, join, resolve } from 'node:path'
import type { PlannedRoot } from '@deepseek-ai/dsh-skill-local'
import { UsageError } from '../usage-error.ts'
import { pathKind } from './path-kind.ts'

export interface CheckTargets {
  readonly roots: readonly PlannedRoot[]
  /** Files that were named one by one. */
  readonly named: readonly string[]
  /** The folders of skills that are searched, and that named files lie in. */
  readonly around: readonly PlannedRoot[]
}

/**
 * What each path stands for: a file, a folder of one skill, or a folder of skills. One that is searched anyway is looked
 * at as such. Throws `UsageError` for a missing one.
 */
export function checkTargets(paths: readonly string[], cwd: string, searched: readonly PlannedRoot[]): CheckTargets {
  const roots: PlannedRoot[] = []
  const named: string[] = []
  const rootAt = (folder: string): PlannedRoot | undefined => searched.find(({ path }) => path === folder)
  for (const path of paths.map((each) => resolve(cwd, each))) {
    const kind = pathKind(path)
    if (kind === 'missing')
      throw new UsageError(`no such file or folder: ${path}`, 'name a SKILL.md, a skill folder or a folder of skills')
    if (kind === 'file') named.push(path)
    else if (pathKind(join(path, 'SKILL.md')) === 'file') named.push(join(path, 'SKILL.md'))
    else roots.push(rootAt(path) ?? { rank: 0, source: 'checked', path })
  }
  const around = new Set(named.flatMap((file) => rootAt(dirname(skillEntry(file))) ?? []))
  return { roots, named, around: [...around] }
}

/** What stands for a skill in a folder of skills: the folder of a SKILL.md, or a flat file. */
export function skillEntry(file: string): string {
  return basename(file) === 'SKILL.md' ? dirname(file) : file
}
