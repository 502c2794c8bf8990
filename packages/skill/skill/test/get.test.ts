import { SkillContractError, SkillLoadError, type SkillDefinition } from '@deepseek-ai/dsh-skill'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failures } from './failures.ts'
import { candidate, definition, gate, names, provides, rejection, scripted, settle, setUp } from './setup.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('get', () => {
  it('loads the winner, hidden from the model or not, frozen', async () => {
    const registry = setUp()
    const skill = definition('x', { disableModelInvocation: true, metadata: { a: [1] } })
    registry.registerProvider(
      scripted({ list: () => [candidate('x', { disableModelInvocation: true })], get: () => skill }),
    )
    expect(await registry.list()).toEqual([])
    const loaded = await registry.get('x')
    expect(loaded).toEqual(skill)
    expect(Object.isFrozen(loaded) && Object.isFrozen(loaded?.metadata)).toBe(true)
  })

  it('hands the locator back as the same object', async () => {
    const registry = setUp()
    const locator = { handle: 7 }
    let given: unknown
    registry.registerProvider(
      scripted({
        list: () => [candidate('x', { locator })],
        get: (wanted) => {
          given = wanted.locator
          return definition('x')
        },
      }),
    )
    await registry.get('x')
    expect(given).toBe(locator)
  })

  it('asks the winner each time, and shows today’s text and flag [C11]', async () => {
    const registry = setUp()
    let skill = definition('x', { content: 'v1' })
    const provider = scripted({ list: () => [candidate('x')], get: () => skill })
    registry.registerProvider(provider)
    expect((await registry.get('x'))?.content).toBe('v1')
    skill = definition('x', { content: 'v2', disableModelInvocation: true })
    expect(await registry.get('x')).toMatchObject({ content: 'v2', disableModelInvocation: true })
    expect([provider.lists, provider.gets]).toEqual([1, 2])
  })

  it('stays hidden from the model when only the listing said so, until a refresh [C11]', async () => {
    const registry = setUp()
    let isHidden = true
    const provider = scripted({
      list: () => [candidate('x', isHidden ? { disableModelInvocation: true } : {})],
      get: () => definition('x'),
    })
    registry.registerProvider(provider)
    expect(await registry.list()).toEqual([])
    isHidden = false
    const loaded = await registry.get('x')
    expect(loaded).toEqual({ ...definition('x'), disableModelInvocation: true })
    expect(Object.isFrozen(loaded)).toBe(true)
    expect(await registry.get('x', { refresh: true })).toEqual(definition('x'))
  })

  it.each([
    ['nothing', undefined],
    ['a skill of another name', definition('other')],
  ])('is undefined when the provider returns %s [C11]', async (_title, answer) => {
    const registry = setUp()
    registry.registerProvider(scripted({ list: () => [candidate('x')], get: () => answer }))
    expect(await registry.get('x')).toBeUndefined()
  })

  it('is undefined for an unknown name, and asks nobody about what is no name', async () => {
    const registry = setUp()
    const provider = provides('one', ['x'])
    registry.registerProvider(provider)
    for (const name of ['', 'X', '../x', 'х', '__proto__', 'x\n', 7, undefined, ['x']]) {
      expect(await registry.get(name as string)).toBeUndefined()
    }
    expect(provider.lists).toBe(0)
    for (const name of ['y', 'constructor', 'to-string']) expect(await registry.get(name)).toBeUndefined()
    expect([provider.lists, provider.gets]).toEqual([1, 0])
  })

  it('gives a runtime skill without asking anyone, and forgets it with its undo', async () => {
    const registry = setUp()
    const skill = { ...definition('x', { source: 'runtime' }), provider: 'my-plugin' }
    const undo = registry.register(skill)
    expect(await registry.get('x')).toEqual(skill)
    undo()
    expect(await registry.get('x')).toBeUndefined()
    expect(await registry.list()).toEqual([])
  })

  it.each(Object.entries(failures))('rejects with SkillLoadError when the provider %s [R2]', async (_title, get) => {
    const registry = setUp()
    registry.registerProvider(scripted({ list: () => [candidate('x')], get }))
    const error = await rejection(registry.get('x'))
    expect(error).toBeInstanceOf(SkillLoadError)
    expect(error).toMatchObject({ skill: 'x', provider: 'p' })
    expect((error as Error).message).toMatch(/^Skill "x" could not be loaded now: \S/)
    expect(names(await registry.list())).toEqual(['x'])
    expect(registry.warnings).toEqual([])
  })

  it('names the reason and keeps it as the cause', async () => {
    const registry = setUp()
    const cause = new Error('EIO: disk\nfailure')
    registry.registerProvider(scripted({ list: () => [candidate('x')], get: () => Promise.reject(cause) }))
    const error = await rejection(registry.get('x'))
    expect(error).toMatchObject({ cause, message: 'Skill "x" could not be loaded now: EIO: disk failure' })
  })

  it.each([null, 42, 'text', [], { ...definition('x'), content: undefined }])(
    'rejects with SkillContractError when the provider returns %j [R3]',
    async (answer) => {
      const registry = setUp()
      registry.registerProvider(scripted({ list: () => [candidate('x')], get: () => answer }))
      const error = await rejection(registry.get('x'))
      expect(error).toMatchObject({ constructor: SkillContractError, provider: 'p', skill: 'x' })
    },
  )

  it('gives up after 15 s, or the time that the provider sets, and lists on [R1]', async () => {
    for (const [timeoutMs, expected] of [
      [undefined, 15_000],
      [50, 50],
      [60_000, 15_000],
    ] as const) {
      vi.useFakeTimers()
      const registry = setUp()
      let signal: AbortSignal | undefined
      registry.registerProvider(
        scripted({
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
          list: () => [candidate('x')],
          get: (_wanted, options) => {
            signal = options.signal
            return new Promise(() => {})
          },
        }),
      )
      const outcome = rejection(registry.get('x'))
      await vi.advanceTimersByTimeAsync(expected - 1)
      expect(signal?.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(await outcome).toBeInstanceOf(SkillLoadError)
      expect(signal?.aborted).toBe(true)
      expect(names(await registry.list())).toEqual(['x'])
      expect(vi.getTimerCount()).toBe(0)
    }
  })

  it('asks for the list again with refresh', async () => {
    const registry = setUp()
    let skills = [candidate('x')]
    const provider = scripted({ list: () => skills, get: (wanted) => definition(wanted.name) })
    registry.registerProvider(provider)
    await registry.list()
    skills = [candidate('y')]
    expect(await registry.get('y')).toBeUndefined()
    expect((await registry.get('y', { refresh: true }))?.name).toBe('y')
    expect(await registry.get('x')).toBeUndefined()
    expect(provider.lists).toBe(2)
  })
})

describe('get, while its provider leaves', () => {
  it('is undefined at once, and never the body of the skill that it had shadowed', async () => {
    const registry = setUp()
    const answer = gate<SkillDefinition>()
    let signal: AbortSignal | undefined
    const undo = registry.registerProvider(
      scripted({
        name: 'first',
        list: () => [candidate('x', { provider: 'first', rank: 1 })],
        get: (_wanted, options) => {
          signal = options.signal
          return answer.promise
        },
      }),
    )
    registry.registerProvider(provides('second', ['x']))
    const loading = registry.get('x')
    await settle()
    undo()
    expect(await loading).toBeUndefined()
    expect(signal?.aborted).toBe(true)
    answer.resolve(definition('x', { provider: 'first' }))
    expect((await registry.get('x'))?.content).toBe('x of second')
  })

  it('never asks a namesake that took its place', async () => {
    for (let step = 0; step < 30; step += 1) {
      const registry = setUp()
      const old = provides('one', ['x'])
      const successor = scripted({
        name: 'one',
        list: () => [candidate('x', { provider: 'one', locator: 'new' })],
        get: (wanted) => {
          expect(wanted.locator).toBe('new')
          return definition('x', { provider: 'one', content: 'new body' })
        },
      })
      const undo = registry.registerProvider(old)
      const loading = registry.get('x')
      for (let task = 0; task < step; task += 1) await Promise.resolve()
      undo()
      registry.registerProvider(successor)
      expect([undefined, 'x of one', 'new body']).toContain((await loading)?.content)
    }
  })

  it('gives a runtime skill, or undefined, whenever that one leaves', async () => {
    for (let step = 0; step < 30; step += 1) {
      const registry = setUp()
      registry.registerProvider(provides('one', ['x']))
      const undo = registry.register(definition('x', { provider: 'label' }))
      const loading = registry.get('x')
      for (let task = 0; task < step; task += 1) await Promise.resolve()
      undo()
      expect([undefined, 'Do x.', 'x of one']).toContain((await loading)?.content)
    }
  })
})
