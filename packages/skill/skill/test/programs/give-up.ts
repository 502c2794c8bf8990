// Gives up lookups at every step, over providers that fail in every way, and then just ends. Prints what it counted.
import { createRegistry, type SkillProvider } from '@deepseek-ai/dsh-skill'

const late = (task: () => unknown): Promise<never> =>
  new Promise((resolve) => setTimeout(() => resolve(task() as never), 5))

const candidate = { name: 'x', description: 'X.', source: 's', rank: 1, locator: 1 }

const providers: readonly SkillProvider[] = [
  { name: 'hanging', list: () => new Promise(() => {}), get: () => new Promise(() => {}) },
  { name: 'late', list: () => late(() => Promise.reject(new Error('late'))), get: () => late(() => Promise.reject(7)) },
  {
    name: 'good',
    list: async () => [{ ...candidate, provider: 'good' }],
    get: () => late(() => Promise.reject(new Error('late'))),
  },
  {
    name: 'stubborn',
    list: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new Error('a reason of its own'))
          void Promise.resolve().then(() => reject(new Error('again')))
        })
      }),
    get: () => Promise.reject(undefined),
  },
  { name: 'malformed', list: () => late(() => [null]), get: () => Promise.reject(null) },
]

let settled = 0
for (let step = 0; step < 40; step += 1) {
  for (const absent of ['malformed', 'none']) {
    const registry = createRegistry({ collectCacheMaxEntries: 1, warn: () => {} })
    const undos = providers
      .filter(({ name }) => name !== absent)
      .map((provider) => registry.registerProvider({ ...provider, timeoutMs: 20 }))
    const controller = new AbortController()
    const lookup = { cwd: '/w', signal: controller.signal }
    const calls = [registry.list(lookup), registry.get('x', lookup), registry.inspect({ ...lookup, refresh: true })]
    const count = Promise.allSettled([...calls, registry.get('x', { cwd: '/w' })]).then((all) => {
      settled += all.length
    })
    for (let task = 0; task < step; task += 1) await Promise.resolve()
    if (step % 2 === 0) controller.abort(step % 4 === 0 ? new Error('enough') : 'enough')
    if (step % 3 === 0) undos[step % undos.length]?.()
    if (step % 5 === 0) registry.close()
    await count
  }
}
console.log(JSON.stringify({ settled }))
