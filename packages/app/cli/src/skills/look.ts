import { basename, join } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'
import { LocalFileService } from '@deepseek-ai/dsh-fs'
import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import {
  filesOfService,
  findNearMisses,
  findUnsearchedSkills,
  readSkill,
  type SkillFiles,
  walkFolders,
} from '@deepseek-ai/dsh-skill-local'
import { realPathOf } from '../real-path.ts'
import type { Settings } from '../settings/load.ts'
import { placeOf, problemOfDepth } from './check-targets.ts'

/** All that can be known of the skills of one folder, also where discovery never looks. */
export interface SkillLook {
  readonly inspection: SkillInspection
  /** In the searched folders, but not as discovery wants it: too deep, misspelled, without a SKILL.md. */
  readonly nearMisses: readonly SkillProblem[]
  /** In folders of skills that are not searched. */
  readonly unsearched: readonly SkillProblem[]
}

/** How the local provider is set. */
export type LocalSettings = Settings['skills']['local']

export interface LookOptions {
  readonly local: LocalSettings
  readonly signal: AbortSignal
}

/** The files of this machine, as the local provider reads them. */
export function localFiles({ projectLinks }: LocalSettings): SkillFiles {
  return filesOfService(new LocalFileService(), { checksEveryLink: projectLinks === 'inside' })
}

/** Looks everywhere. Costs a look into each folder without a SKILL.md, so only for `explain` and `check`. */
export async function lookEverywhere(ctx: Context, cwd: string, options: LookOptions): Promise<SkillLook> {
  const { local, signal } = options
  const inspection = await ctx.skills.inspect({ cwd, signal })
  const near = await findNearMisses(inspection.roots, { files: localFiles(local), signal })
  const nearMisses = [...near, ...(await findDeepSkills(inspection, near, options))]
  return { inspection, nearMisses, unsearched: await lookUnsearched(inspection, 'all', options) }
}

/** The skills in the searched folders that lie deeper than near misses do. */
async function findDeepSkills(
  { roots, project }: SkillInspection,
  near: readonly SkillProblem[],
  { local, signal }: LookOptions,
): Promise<readonly SkillProblem[]> {
  const files = localFiles(local)
  const { tolerance, projectLinks } = local
  const rule = { projectLinks, boundary: project && realPathOf(project.root) }
  const starts = roots.filter(({ state }) => state === 'read').map(({ path }) => path)
  const { folders } = await walkFolders(starts, { files, rule, skipped: systemFolders(roots), signal })
  const known = new Set(near.map(({ path }) => path))
  const deep: SkillProblem[] = []
  for (const { path: folder, hasSkillFile } of folders) {
    const path = join(folder, 'SKILL.md')
    const place = hasSkillFile && !known.has(path) ? placeOf(folder, roots) : undefined
    if (place === undefined || place.steps.length < 2) continue
    const reading = await readSkill(files, path, { tolerance, signal })
    const name = reading.kind === 'parsed' && reading.result.kind === 'skill' ? reading.result.header.name : undefined
    deep.push({ ...problemOfDepth(path, place.root)(name ?? basename(folder)), severity: 'note' })
  }
  return deep
}

/** What of the user's folders of skills belongs to the system. */
export function systemFolders(roots: SkillInspection['roots']): ReadonlySet<string> {
  return new Set(roots.filter(({ source }) => source === 'user-dsh').map(({ path }) => join(path, '.system')))
}

/** The skills in folders that are not searched: `between` the working folder and the project root, or `all`. */
export async function lookUnsearched(
  { cwd, project, roots }: SkillInspection,
  scope: 'between' | 'all',
  { local, signal }: LookOptions,
): Promise<readonly SkillProblem[]> {
  if (cwd === undefined || project === undefined) return []
  const { tolerance } = local
  return findUnsearchedSkills({ files: localFiles(local), cwd, project, roots, tolerance, scope, signal })
}

/** Text that no reader sees in the skills that count. Reads them whole: discovery reads no more than their headers. */
export async function lookForInvisible(
  { winners }: SkillInspection,
  { local, signal }: LookOptions,
): Promise<readonly SkillProblem[]> {
  const files = localFiles(local)
  const found: SkillProblem[] = []
  for (const { name: skill, path } of winners) {
    if (path === undefined) continue
    const reading = await readSkill(files, path, { tolerance: local.tolerance, signal })
    const problems = reading.kind === 'parsed' ? reading.result.problems : []
    const invisible = problems.filter(({ code }) => code === 'invisible-characters')
    found.push(...invisible.map((problem) => ({ ...problem, skill })))
  }
  return found
}
