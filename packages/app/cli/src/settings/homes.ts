import { isAbsolute, join, resolve } from 'node:path'
import { type Homes, resolveHomes } from '@deepseek-ai/dsh-skill-local'
import type { CommandIo } from '../command-io.ts'
import { UsageError } from '../usage-error.ts'

/** What folders follow from. */
export type Surroundings = Pick<CommandIo, 'env' | 'home'>

/** The folders of skills. Throws `UsageError` when a variable names one that is not absolute. */
export function findHomes(customSkillDirs: readonly string[], surroundings: Surroundings): Homes {
  try {
    return resolveHomes({ customSkillDirs }, surroundings)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(error.message, 'for example DSH_HOME=~/.dsh; unset, it is that anyway')
  }
}

/** A path of config.yaml, absolute: `~` is the home folder, anything relative begins at the file's own folder. */
export function absolutePath(path: string, folder: string, home: string): string {
  if (path !== '~' && !path.startsWith('~/')) return resolve(folder, path)
  if (isAbsolute(home)) return join(home, path.slice(1))
  throw new UsageError(`the home folder is not an absolute path: ${home}`, 'set HOME')
}
