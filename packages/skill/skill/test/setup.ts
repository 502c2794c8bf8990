import {
  createRegistry,
  type SkillCandidate,
  type SkillDefinition,
  type SkillProvider,
  type StandaloneRegistry,
} from '@deepseek-ai/dsh-skill'

export interface Setup extends StandaloneRegistry {
  readonly warnings: string[]
}

/** A registry that keeps its warnings. */
export function setUp(collectCacheMaxEntries = 128): Setup {
  const warnings: string[] = []
  const registry = createRegistry({ collectCacheMaxEntries, warn: (message) => warnings.push(message) })
  return Object.assign(registry, { warnings })
}

export function candidate(name: string, more: Partial<SkillCandidate> = {}): SkillCandidate {
  return { name, description: `A ${name} skill.`, source: 'test', provider: 'p', rank: 400, locator: name, ...more }
}

export function definition(name: string, more: Partial<SkillDefinition> = {}): SkillDefinition {
  return { name, description: `A ${name} skill.`, source: 'test', provider: 'p', content: `Do ${name}.`, ...more }
}

/** A provider that answers with what it is given, malformed or not, and counts the calls. */
export interface Scripted extends SkillProvider {
  lists: number
  gets: number
}

export interface Script {
  readonly name?: string
  readonly timeoutMs?: number
  readonly list?: (options: { cwd?: string | undefined; signal?: AbortSignal | undefined }) => unknown
  readonly get?: (candidate: SkillCandidate, options: { signal?: AbortSignal | undefined }) => unknown
}

export function scripted({ name = 'p', timeoutMs, list = () => [], get = () => undefined }: Script = {}): Scripted {
  const provider: Scripted = {
    name,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    lists: 0,
    gets: 0,
    // Not async, so that whatever the script does reaches the registry as it is.
    list: (options) => {
      provider.lists += 1
      return list(options) as ReturnType<SkillProvider['list']>
    },
    get: (wanted, options) => {
      provider.gets += 1
      return get(wanted, options) as ReturnType<SkillProvider['get']>
    },
  }
  return provider
}

/** A provider that lists these names and loads each. */
export function provides(name: string, skills: readonly string[], rank = 400): Scripted {
  return scripted({
    name,
    list: async () => skills.map((skill) => candidate(skill, { provider: name, rank })),
    get: async (wanted) => definition(wanted.name, { provider: name, content: `${wanted.name} of ${name}` }),
  })
}

export function names(skills: readonly { readonly name: string }[]): readonly string[] {
  return skills.map((skill) => skill.name)
}

/** A promise and what settles it. */
export function gate<T = void>(): PromiseWithResolvers<T> {
  return Promise.withResolvers<T>()
}

/** The reason that a promise rejects with; fails when it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value: unknown) => ({ value }),
    (reason: unknown) => ({ reason }),
  )
  if ('reason' in outcome) return outcome.reason
  throw new Error('The promise was expected to reject.')
}

/** Lets everything run that needs no time. */
export async function settle(): Promise<void> {
  for (let task = 0; task < 50; task += 1) await Promise.resolve()
}

/** What a call throws; fails when it does not. */
export function thrown(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  throw new Error('The call was expected to throw.')
}

/** A list of that length with nothing in it. */
export function sparse(length: number): unknown[] {
  return Object.assign([], { length })
}
