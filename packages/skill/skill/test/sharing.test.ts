import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { candidate, definition, gate, names, provides, rejection, scripted, settle, setUp } from './setup.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A provider whose next answer waits until it is let go. */
function gated(
  name = 'p',
): ReturnType<typeof scripted> & { readonly open: () => void; signal: AbortSignal | undefined } {
  const opened = gate()
  const provider = Object.assign(
    scripted({
      name,
      list: async (options) => {
        provider.signal = options.signal
        await opened.promise
        return [candidate('x', { provider: name })]
      },
      get: async () => definition('x', { provider: name }),
    }),
    { open: () => opened.resolve(), signal: undefined as AbortSignal | undefined },
  )
  return provider
}

describe('lookups of one folder', () => {
  it('share one collection, a thousand of them, list, get and inspect alike [R7]', async () => {
    const registry = setUp()
    const providers = [gated('one'), gated('two')]
    for (const provider of providers) registry.registerProvider(provider)
    const lists = Array.from({ length: 1_000 }, () => registry.list({ cwd: '/w' }))
    await settle()
    lists.push(...Array.from({ length: 100 }, () => registry.list({ cwd: '/w/' })))
    const loaded = registry.get('x', { cwd: '/w' })
    const inspection = registry.inspect({ cwd: '/w' })
    for (const provider of providers) provider.open()
    const results = new Set(await Promise.all(lists))
    expect(results.size).toBe(1)
    expect((await loaded)?.provider).toBe('one')
    expect((await inspection).winners).toHaveLength(1)
    expect(providers.map(({ lists: asked }) => asked)).toEqual([1, 1])
  })

  it('go on for the others when one caller gives up [R7] [R10]', async () => {
    const registry = setUp()
    const provider = gated()
    registry.registerProvider(provider)
    const controllers = Array.from({ length: 20 }, () => new AbortController())
    const lists = controllers.map(({ signal }) => registry.list({ signal }).then(names, (error: unknown) => error))
    await settle()
    const reasons = controllers.slice(1).map((_controller, index) => new Error(`reason ${index}`))
    for (const [index, reason] of reasons.entries()) controllers[index + 1]?.abort(reason)
    expect(await Promise.all(lists.slice(1))).toEqual(reasons)
    expect(provider.signal?.aborted).toBe(false)
    provider.open()
    expect(await lists[0]).toEqual(['x'])
    expect(provider.lists).toBe(1)
  })

  it('end the work when the last caller gives up, and start anew for the next [R7] [R10]', async () => {
    vi.useFakeTimers()
    const registry = setUp()
    const provider = gated()
    registry.registerProvider(provider)
    const controllers = [new AbortController(), new AbortController()]
    const lists = controllers.map(({ signal }) => rejection(registry.list({ signal })))
    await settle()
    const reason = new Error('the last one')
    controllers[0]?.abort()
    const given = provider.signal
    expect(given?.aborted).toBe(false)
    controllers[1]?.abort(reason)
    expect(given?.reason).toBe(reason)
    expect(await Promise.all(lists)).toEqual([controllers[0]?.signal.reason, reason])
    expect(vi.getTimerCount()).toBe(0)
    const next = registry.list()
    await settle()
    expect(provider.lists).toBe(2)
    provider.open()
    expect(names(await next)).toEqual(['x'])
    expect(registry.warnings).toEqual([])
  })

  it('ask nobody when all callers give up before the work has begun', async () => {
    const registry = setUp()
    const provider = gated()
    registry.registerProvider(provider)
    const controller = new AbortController()
    const list = registry.list({ signal: controller.signal })
    controller.abort(new Error('never mind'))
    await expect(list).rejects.toThrow('never mind')
    await settle()
    expect(provider.lists).toBe(0)
  })

  it('can share one signal, which ends them all and keeps no listener [R10]', async () => {
    const warned = vi.fn<(warning: Error) => void>()
    process.on('warning', warned)
    const registry = setUp()
    registry.registerProvider(gated())
    const controller = new AbortController()
    const lists = Array.from({ length: 100 }, () => rejection(registry.list({ signal: controller.signal })))
    await settle()
    controller.abort('a word')
    for (const error of await Promise.all(lists)) {
      expect(error).toMatchObject({ name: 'AbortError', message: 'The lookup was aborted: a word', cause: 'a word' })
    }
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    await new Promise(setImmediate)
    process.off('warning', warned)
    expect(warned).not.toHaveBeenCalled()
  })
})

describe('an aborted signal', () => {
  it.each(['list', 'get', 'inspect'] as const)(
    'ends %s before it begins, remembered answer or not [R10]',
    async (call) => {
      const registry = setUp()
      const provider = provides('one', ['x'])
      registry.registerProvider(provider)
      const reason = new Error('before')
      const lookup = { cwd: '/w', signal: AbortSignal.abort(reason) }
      const run = (): Promise<unknown> => (call === 'get' ? registry.get('x', lookup) : registry[call](lookup))
      expect(await rejection(run())).toBe(reason)
      expect(provider.lists).toBe(0)
      await registry.list({ cwd: '/w' })
      expect(await rejection(run())).toBe(reason)
      expect(provider.gets).toBe(0)
    },
  )

  it('ends get in the middle of loading, with the reason and without a SkillLoadError [R10]', async () => {
    const registry = setUp()
    let given: AbortSignal | undefined
    registry.registerProvider(
      scripted({
        list: () => [candidate('x')],
        get: (_wanted, { signal }) => {
          given = signal
          return new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(new Error('a reason of my own')))
          })
        },
      }),
    )
    const controller = new AbortController()
    const loading = rejection(registry.get('x', { signal: controller.signal }))
    await settle()
    const reason = new DOMException('enough', 'AbortError')
    controller.abort(reason)
    expect(await loading).toBe(reason)
    expect(given?.reason).toBe(reason)
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  it('at any step leaves the reason or the answer, no timer, no listener, and a registry that works [R10]', async () => {
    vi.useFakeTimers()
    const slowly = async <T>(value: T): Promise<T> => {
      for (let task = 0; task < 5; task += 1) await Promise.resolve()
      return value
    }
    const calls = ['list', 'get', 'inspect'] as const
    for (const call of calls) {
      let rejected = 0
      for (let step = 0; step < 60; step += 1) {
        const registry = setUp()
        registry.registerProvider(
          scripted({ list: () => slowly([candidate('x')]), get: () => slowly(definition('x')) }),
        )
        const controller = new AbortController()
        const reason = new Error(`step ${step}`)
        const lookup = { cwd: '/w', signal: controller.signal, refresh: step % 2 === 0 }
        const outcome = (call === 'get' ? registry.get('x', lookup) : registry[call](lookup)).then(
          () => 'answer',
          (error: unknown) => error,
        )
        for (let task = 0; task < step; task += 1) await Promise.resolve()
        controller.abort(reason)
        const result = await outcome
        if (result !== 'answer') rejected += 1
        expect(['answer', reason]).toContain(result)
        expect(getEventListeners(controller.signal, 'abort')).toEqual([])
        await settle()
        expect(vi.getTimerCount()).toBe(0)
        expect((await registry.get('x', { cwd: '/w' }))?.content).toBe('Do x.')
        expect(registry.warnings).toEqual([])
      }
      expect(rejected).toBeGreaterThan(5)
      expect(rejected).toBeLessThan(60)
    }
  })
})

describe('a signal that is never aborted', () => {
  it.each(['list', 'get', 'inspect'] as const)(
    'keeps no listener after %s, answered or rejected [R10]',
    async (call) => {
      const registry = setUp()
      const undo = registry.registerProvider(provides('one', ['x']))
      const { signal } = new AbortController()
      const run = (): Promise<unknown> => (call === 'get' ? registry.get('x', { signal }) : registry[call]({ signal }))
      await run()
      expect(getEventListeners(signal, 'abort')).toEqual([])
      undo()
      registry.registerProvider(scripted({ list: () => 'malformed' }))
      await rejection(run())
      expect(getEventListeners(signal, 'abort')).toEqual([])
    },
  )
})

describe('refresh', () => {
  it('takes what others have collected meanwhile when it has to start over', async () => {
    const registry = setUp()
    const slow = gate()
    const provider = scripted({
      list: async () => {
        if (provider.lists === 1) await slow.promise
        return [candidate('x')]
      },
    })
    registry.registerProvider(provider)
    const refresh = registry.list({ refresh: true })
    await settle()
    registry.registerProvider(provides('late', ['y']))
    const plain = await registry.list()
    slow.resolve()
    expect(await refresh).toBe(plain)
    expect(provider.lists).toBe(2)
  })

  it('goes on being shared when an older collection ends', async () => {
    const registry = setUp()
    const answers = [gate(), gate()]
    const provider = scripted({
      list: async () => {
        await answers[provider.lists - 1]?.promise
        return [candidate('x')]
      },
    })
    registry.registerProvider(provider)
    const controller = new AbortController()
    const older = rejection(registry.list({ signal: controller.signal }))
    await settle()
    const newer = registry.list({ refresh: true })
    await settle()
    controller.abort()
    await older
    const joining = registry.list()
    await settle()
    expect(provider.lists).toBe(2)
    answers[1]?.resolve()
    expect(await joining).toBe(await newer)
  })

  it('goes past what is remembered, and its answer is the new memory [R12]', async () => {
    const registry = setUp()
    let skills = [candidate('x')]
    registry.registerProvider(scripted({ list: () => skills }))
    const first = await registry.list()
    skills = [candidate('x'), candidate('y')]
    expect(await registry.list()).toBe(first)
    const second = await registry.list({ refresh: true })
    expect(names(second)).toEqual(['x', 'y'])
    expect(await registry.list()).toBe(second)
  })

  it('sees the source as of its call, though another collection is under way', async () => {
    const registry = setUp()
    let skills = ['a']
    const answers = [gate(), gate(), gate()]
    const provider = scripted({
      list: async () => {
        const seen = skills
        await answers[provider.lists - 1]?.promise
        return seen.map((name) => candidate(name))
      },
    })
    registry.registerProvider(provider)
    const plain = registry.list()
    await settle()
    skills = ['b']
    const first = registry.list({ refresh: true })
    await settle()
    skills = ['c']
    const second = registry.list({ refresh: true })
    const joining = registry.list()
    await settle()
    expect(provider.lists).toBe(3)
    // The latest comes in first: what is remembered in the end is still what was read last.
    for (const answer of answers.toReversed()) {
      answer.resolve()
      await settle()
    }
    expect(names(await plain)).toEqual(['a'])
    expect(names(await first)).toEqual(['b'])
    expect(names(await second)).toEqual(['c'])
    expect(await joining).toBe(await second)
    expect(await registry.list()).toBe(await second)
  })

  it('is shared by all who ask in the same tick', async () => {
    const registry = setUp()
    const provider = provides('one', ['x'])
    registry.registerProvider(provider)
    await registry.list()
    const lists = Array.from({ length: 1_000 }, () => registry.list({ refresh: true }))
    expect(new Set(await Promise.all(lists)).size).toBe(1)
    expect(provider.lists).toBe(2)
  })

  it('asks all providers, though another lookup of the same tick asks only the failed one', async () => {
    const registry = setUp()
    let skills = ['x']
    const good = scripted({ name: 'good', list: () => skills.map((name) => candidate(name, { provider: 'good' })) })
    registry.registerProvider(good)
    registry.registerProvider(scripted({ name: 'bad', list: () => Promise.reject(new Error('down')) }))
    await registry.list()
    skills = ['y']
    const plain = registry.list()
    const fresh = registry.list({ refresh: true })
    expect(names(await fresh)).toEqual(['y'])
    expect(names(await plain)).toEqual(['x'])
    expect(names(await registry.list())).toEqual(['y'])
  })

  it('that is given up leaves the memory as it was', async () => {
    const registry = setUp()
    const provider = scripted({
      list: () => (provider.lists === 1 ? [candidate('x')] : new Promise(() => {})),
    })
    registry.registerProvider(provider)
    const first = await registry.list()
    const controller = new AbortController()
    const refresh = rejection(registry.list({ refresh: true, signal: controller.signal }))
    await settle()
    controller.abort()
    await refresh
    expect(await registry.list()).toBe(first)
  })
})
