import type { Context } from '@deepseek-ai/cordis'
import { LocalFileService } from '@deepseek-ai/dsh-fs'
import type { SkillInspection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { filesOfService, findNearMisses, findUnsearchedSkills, type SkillFiles } from '@deepseek-ai/dsh-skill-local'

/** All that can be known of the skills of one folder, also where discovery never looks. */
export interface SkillLook {
  readonly inspection: SkillInspection
  /** In the searched folders, but not as discovery wants it: too deep, misspelled, without a SKILL.md. */
  readonly nearMisses: readonly SkillProblem[]
  /** In folders of skills that are not searched. */
  readonly unsearched: readonly SkillProblem[]
}

/** The files of this machine, as the local provider reads them. */
export function localFiles(): SkillFiles {
  return filesOfService(new LocalFileService(), { checksEveryLink: false })
}

/** Looks everywhere. Costs a look into each folder without a SKILL.md, so only for `explain` and `check`. */
export async function lookEverywhere(ctx: Context, cwd: string, signal: AbortSignal): Promise<SkillLook> {
  const inspection = await ctx.skills.inspect({ cwd, signal })
  const nearMisses = await findNearMisses(inspection.roots, { files: localFiles(), signal })
  return { inspection, nearMisses, unsearched: await lookUnsearched(inspection, 'all', signal) }
}

/** The skills in folders that are not searched: `between` the working folder and the project root, or `all`. */
export async function lookUnsearched(
  { cwd, project, roots }: SkillInspection,
  scope: 'between' | 'all',
  signal: AbortSignal,
): Promise<readonly SkillProblem[]> {
  if (cwd === undefined || project === undefined) return []
  return findUnsearchedSkills({ files: localFiles(), cwd, project, roots, tolerance: 'repair', scope, signal })
}
