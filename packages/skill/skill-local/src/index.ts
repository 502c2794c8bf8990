import type { Context } from '@deepseek-ai/cordis'
import { homedir } from 'node:os'
import { Config } from './config.ts'
import { resolveHomes } from './homes.ts'
import { LocalSkillProvider } from './provider.ts'

export type { SkillFiles } from './files.ts'
export { findSkills, type FindOptions } from './find-skills.ts'
export { noteOfNoSkill } from './near-miss-notes.ts'
export { findNearMisses, type LookOptions } from './near-misses.ts'
export { findUnsearchedSkills, type UnsearchedOptions } from './unsearched.ts'
export { resolveHomes, type FolderSettings, type Homes, type Surroundings } from './homes.ts'
export { LOCAL_PROBLEM_CODES, type LocalProblem, type LocalProblemCode } from './problems.ts'
export { findProject, type ProjectSearch } from './project.ts'
export { LocalSkillProvider, type LocalProviderOptions } from './provider.ts'
export type { PlannedRoot } from './roots.ts'
export { readSkill, type ReadSkillOptions, type SkillReading } from './read-skill.ts'
export { isSideFile } from './targets.ts'
export { walkFolders, type Walk, type WalkedFolder, type WalkOptions } from './walk.ts'
export { filesOfService } from './service-files.ts'
export { Config }

export const name = 'skill-local'

export const inject = ['skills']

/** Registers the provider `local`. Files are read through `ctx.fs` whenever it is there. Throws for a relative folder. */
export function apply(ctx: Context, config?: Config): void {
  const { dshHome, agentsHome, customSkillDirs, tolerance, projectLinks } = Config.parse(config)
  const surroundings = {
    env: process.env,
    get home() {
      return homedir()
    },
  }
  const homes = resolveHomes({ dshHome, agentsHome, customSkillDirs }, surroundings)
  const fileService = () => ctx.get('fs')
  ctx.skills.registerProvider(new LocalSkillProvider({ homes, tolerance, projectLinks, fileService }))
}
