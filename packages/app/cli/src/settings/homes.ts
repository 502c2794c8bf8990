import { isAbsolute, join, resolve } from 'node:path'
import { type Homes, resolveHomes } from '@deepseek-ai/dsh-skill-local'
import type { CommandIo } from '../command-io.ts'
import { UsageError } from '../usage-error.ts'

/** What folders follow from. */
export type Surroundings = Pick<CommandIo, 'env' | 'home'>

/** The folders of skills. Throws `UsageError` for one that is not absolute, or lies in a home folder that is not. */
export function findHomes(customSkillDirs: readonly string[], surroundings: Surroundings): Homes {
  try {
    return resolveHomes({ customSkillDirs }, surroundings)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const hint = 'for example DSH_HOME=/home/ann/.dsh and DSH_AGENTS_HOME=/home/ann/.agents'
    const otherwise = isAbsolute(surroundings.home) ? '; unset, they lie in the home folder' : ', or HOME=/home/ann'
    throw new UsageError(error.message, `${hint}${otherwise}`)
  }
}

/** A path of config.yaml, absolute: `~` is the home folder, anything relative begins at the file's own folder. */
export function absolutePath(path: string, folder: string, home: string): string {
  if (path !== '~' && !path.startsWith('~/')) return resolve(folder, path)
  if (isAbsolute(home)) return join(home, path.slice(1))
  throw new UsageError(`the home folder is not an absolute path: ${home}`, 'set it, for example HOME=/home/ann')
}
