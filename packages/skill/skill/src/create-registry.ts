import { Catalogs } from './catalogs.ts'
import { inspectCatalog } from './inspect.ts'
import { loadFrom } from './load.ts'
import { readLookup } from './lookup.ts'
import { Members } from './members.ts'
import { isSkillName } from './name.ts'
import type { SkillRegistry } from './registry.ts'
import type { SkillDefinition, SkillRegistryLookupOptions } from './shapes.ts'

export interface RegistryOptions {
  /** How many catalogs, one per cwd, are remembered: a whole number, at least 1. */
  readonly collectCacheMaxEntries: number
  /** Gets one line for each provider that was left out of an answer, and for each runtime skill that was kept out. */
  readonly warn: (message: string) => void
}

/** A registry of its own, for an agent without Cordis. */
export interface StandaloneRegistry extends SkillRegistry {
  /** Lets go of every provider and runtime skill. Lookups under way end soon, with what is left: nothing. */
  close(): void
}

/** Makes a registry that belongs to no context: whoever registers keeps the undo. */
export function createRegistry({ collectCacheMaxEntries, warn }: RegistryOptions): StandaloneRegistry {
  const members = new Members(() => catalogs.forget())
  const catalogs = new Catalogs(members, collectCacheMaxEntries, warn)

  async function get(name: string, options?: SkillRegistryLookupOptions): Promise<SkillDefinition | undefined> {
    const lookup = readLookup(options)
    if (!isSkillName(name)) return undefined
    const found = await catalogs.read(lookup, ({ resolution, contributions }) => {
      const winner = resolution.owners.get(name)
      const owner = contributions.find(({ member }) => member.name === winner?.provider)?.member
      return winner && { winner, owner, runtimeSkill: owner ? undefined : members.skill(name) }
    })
    if (!found) return undefined
    const { winner, owner, runtimeSkill } = found
    return owner ? loadFrom(owner, winner, lookup) : runtimeSkill?.definition
  }

  return {
    registerProvider: (provider) => members.addProvider(provider),
    register: (registration) => {
      const { undo, problem } = members.addSkill(registration)
      if (problem) warn(problem.message)
      return undo
    },
    list: (options) => catalogs.read(options, ({ resolution }) => resolution.summaries),
    get,
    inspect: (options) =>
      catalogs.read(options, (catalog, { cwd }) => inspectCatalog(catalog, cwd, members.problems())),
    close: () => members.clear(),
  }
}
