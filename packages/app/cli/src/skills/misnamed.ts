import { basename, dirname, extname } from 'node:path'
import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import { findNearMisses, type PlannedRoot, type SkillFiles } from '@deepseek-ai/dsh-skill-local'
import type { CheckTargets } from './check-targets.ts'

/** Whether nothing would load a file where it lies, because of its name. `searched`: the folders of skills that count. Pure. */
export function isMisnamed(path: string, searched: readonly PlannedRoot[]): boolean {
  const name = basename(path)
  if (name === 'SKILL.md') return false
  if (!name.endsWith('.md')) return true
  return isSkillFileName(name) && !searched.some((root) => root.path === dirname(path)) // In one of those it is a flat skill.
}

/** A `SKILL.md` in any letters. */
export function isSkillFileName(name: string): boolean {
  return name.toLowerCase() === 'skill.md'
}

/** What `check` says of such a file that is a skill but for its name. */
export function problemOfName(path: string, skill: string): SkillProblem {
  const stem = basename(path, extname(path))
  const name = stem.toLowerCase() === 'skill' ? 'SKILL.md' : `${stem}.md`
  const message = 'The file is not found, because of its name: only SKILL.md and names that end in .md are looked for.'
  return { code: 'file-misnamed', severity: 'error', message, path, hint: `Rename it to ${name}.`, skill }
}

/**
 * The named folders that are the folder of one skill, with its `SKILL.md` in other letters: taken for a folder of skills,
 * each would hold that file as a flat skill, and nothing else. Pure.
 */
export function misnamedFolders(folders: CheckTargets['folders'], found: readonly string[]): ReadonlySet<string> {
  const others = new Set(found.filter((path) => !isSkillFileName(basename(path))).map((path) => dirname(path)))
  const nested = new Set(found.filter((path) => basename(path) === 'SKILL.md').map((path) => dirname(dirname(path))))
  const isOne = ({ path, mayBeSkill }: CheckTargets['folders'][number]): boolean =>
    mayBeSkill && !others.has(path) && !nested.has(path)
  return new Set(folders.filter(isOne).map(({ path }) => path))
}

/** What is said of them below their folder of skills. Rejects on abort only. */
export async function findMisnamed(
  folders: ReadonlySet<string>,
  options: { readonly files: SkillFiles; readonly signal: AbortSignal },
): Promise<readonly SkillProblem[]> {
  const parents = new Set([...folders].map((folder) => dirname(folder)))
  const roots = [...parents].map((path): PlannedRoot => ({ rank: 0, source: 'checked', path }))
  return (await findNearMisses(roots, options)).filter(({ path }) => folders.has(dirname(path)))
}
