import { isAbsolute, join, resolve } from 'node:path'

/** Where folders of skills are, as configured. Empty counts as unset; `~` stands for the user's home folder. */
export interface FolderSettings {
  readonly dshHome?: string | undefined
  readonly agentsHome?: string | undefined
  readonly customSkillDirs?: readonly string[] | undefined
}

/** What is consulted for folders that are not configured. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The user's home folder; not touched unless it is needed. */
  readonly home: string
}

/** Absolute, normalised paths. */
export interface Homes {
  readonly dshHome: string
  readonly agentsHome: string
  readonly customSkillDirs: readonly string[]
}

/** Resolves the folders: setting, else environment, else below the home folder. Throws TypeError for a relative one. */
export function resolveHomes(settings: FolderSettings, surroundings: Surroundings): Homes {
  const { dshHome, agentsHome, customSkillDirs = [] } = settings
  const expand = (setting: string, folder: string): string => expandFolder(setting, folder, surroundings)
  const { DSH_HOME, DSH_AGENTS_HOME } = surroundings.env
  return {
    dshHome: dshHome ? expand('dshHome', dshHome) : expand('DSH_HOME', DSH_HOME || '~/.dsh'),
    agentsHome: agentsHome
      ? expand('agentsHome', agentsHome)
      : expand('DSH_AGENTS_HOME', DSH_AGENTS_HOME || '~/.agents'),
    customSkillDirs: customSkillDirs.map((folder, index) => expand(`customSkillDirs[${index}]`, folder)),
  }
}

/** Why `folder` cannot be used as the path of a folder; `undefined` when it can. */
export function faultOfFolder(folder: string): string | undefined {
  if (folder.includes('\0')) return 'must not contain a NUL character'
  if (isBelowHome(folder) || isAbsolute(folder)) return undefined
  return `must be an absolute path or begin with ~/, got ${JSON.stringify(folder)}`
}

function isBelowHome(folder: string): boolean {
  return folder === '~' || folder.startsWith('~/')
}

function expandFolder(setting: string, folder: string, surroundings: Surroundings): string {
  const fault = faultOfFolder(folder)
  if (fault !== undefined) throw new TypeError(`${setting} ${fault}.`)
  if (!isBelowHome(folder)) return resolve(folder)
  const { home } = surroundings
  if (!isAbsolute(home))
    throw new TypeError(
      `The home folder is not an absolute path, and ${setting} lies below it: set HOME, or make ${setting} absolute.`,
    )
  return join(home, folder.slice(1))
}
