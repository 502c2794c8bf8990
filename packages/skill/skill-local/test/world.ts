import { join } from 'node:path'
import type { FileService } from '@deepseek-ai/dsh-fs'
import type { SkillCandidate, SkillCollection, SkillProblem } from '@deepseek-ai/dsh-skill'
import { temporaryTree, type Tree } from '@deepseek-ai/dsh-testkit'
import { LocalSkillProvider, type LocalProviderOptions } from '../src/provider.ts'

export interface World {
  /** Absolute path of something in the tree. */
  readonly at: (path: string) => string
  readonly provider: LocalSkillProvider
  /** Another provider over the same tree, that has seen nothing yet. */
  readonly fresh: () => LocalSkillProvider
  /** The provider's answer for a folder of the tree, or for no project. */
  readonly list: (cwd?: string) => Promise<SkillCollection>
}

export interface WorldOptions extends Partial<Pick<LocalProviderOptions, 'tolerance' | 'projectLinks'>> {
  /** Paths in the tree. */
  readonly customSkillDirs?: readonly string[]
  readonly fileService?: FileService
}

/** A temporary tree with the user's home in `home`, and a local provider over it. */
export function makeWorld(tree: Tree, options: WorldOptions = {}): World {
  const root = temporaryTree(tree)
  const at = (path: string): string => join(root, path)
  const { fileService } = options
  const settings: LocalProviderOptions = {
    homes: {
      dshHome: at('home/.dsh'),
      agentsHome: at('home/.agents'),
      customSkillDirs: (options.customSkillDirs ?? []).map(at),
    },
    tolerance: options.tolerance ?? 'strict',
    projectLinks: options.projectLinks ?? 'follow',
    ...(fileService && { fileService: () => fileService }),
  }
  const fresh = () => new LocalSkillProvider(settings)
  const provider = fresh()
  return { at, provider, fresh, list: (cwd) => provider.list({ cwd: cwd === undefined ? undefined : at(cwd) }) }
}

/** `name@rank` of each candidate, in order. */
export function ranked(collection: SkillCollection): readonly string[] {
  return collection.candidates.map(({ name, rank }) => `${name}@${rank}`)
}

export function candidateNamed(collection: SkillCollection, name: string): SkillCandidate {
  const found = collection.candidates.find((candidate) => candidate.name === name)
  if (found === undefined) throw new Error(`There is no candidate ${name}.`)
  return found
}

/** The problems without their texts: `severity code skill path`, the path as it is in the tree. */
export function problemLines(world: Pick<World, 'at'>, problems: readonly SkillProblem[] = []): readonly string[] {
  const prefix = `${world.at('.')}/`
  return problems.map(({ severity, code, skill = '-', path }) =>
    [severity, code, skill, path.startsWith(prefix) ? path.slice(prefix.length) : path].join(' '),
  )
}
