import type { Context } from '@deepseek-ai/cordis'
import { LocalFileService } from '@deepseek-ai/dsh-fs'
import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import {
  filesOfService,
  findNearMisses,
  findUnsearchedSkills,
  readSkill,
  type SkillFiles,
} from '@deepseek-ai/dsh-skill-local'
import type { Settings } from '../settings/load.ts'

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
  const nearMisses = await findNearMisses(inspection.roots, { files: localFiles(local), signal })
  return { inspection, nearMisses, unsearched: await lookUnsearched(inspection, 'all', options) }
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
