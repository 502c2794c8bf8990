import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PlannedRoot } from '@deepseek-ai/dsh-skill-local'
import { UsageError } from '../usage-error.ts'

export interface CheckTargets {
  readonly roots: readonly PlannedRoot[]
  readonly named: readonly string[]
}

/** What each path stands for: a file, a folder of one skill, or a folder of skills. Throws `UsageError` for a missing one. */
export function checkTargets(paths: readonly string[], cwd: string): CheckTargets {
  const roots: PlannedRoot[] = []
  const named: string[] = []
  for (const path of paths.map((each) => resolve(cwd, each))) {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat)
      throw new UsageError(`no such file or folder: ${path}`, 'name a SKILL.md, a skill folder or a folder of skills')
    if (!stat.isDirectory()) named.push(path)
    else if (statSync(join(path, 'SKILL.md'), { throwIfNoEntry: false })) named.push(join(path, 'SKILL.md'))
    else roots.push({ rank: 0, source: 'checked', path })
  }
  return { roots, named }
}
