import type { SkillRegistration } from '@deepseek-ai/dsh-skill'
import { createMemoryProvider } from '@deepseek-ai/dsh-skill/testing'
import { describe, expect, it, vi } from 'vitest'
import { candidate, definition, names, scripted, setUp } from './setup.ts'

const skill = { description: 'A skill.', content: 'Do it.' }

describe('several folders', () => {
  it('never see each other’s skills, interleaved as they may be [R9] [F48]', async () => {
    const processCwd = vi.spyOn(process, 'cwd').mockImplementation(() => {
      throw new Error('the folder of the process is nobody’s business')
    })
    const registry = setUp(8)
    registry.registerProvider(
      scripted({
        list: async ({ cwd }) => {
          for (let task = 0; task < (cwd?.length ?? 0) % 7; task += 1) await Promise.resolve()
          return [candidate('get-context', { locator: cwd, description: `For ${cwd}.` })]
        },
        get: async (wanted) => definition('get-context', { content: `Of ${String(wanted.locator)}.` }),
      }),
    )
    const folders = Array.from({ length: 50 }, (_, index) => `/work/${'x'.repeat(index % 9)}${index}`)
    const rounds = [...folders, ...folders.toReversed(), ...folders].map(async (cwd) => {
      expect((await registry.list({ cwd }))[0]?.description).toBe(`For ${cwd}.`)
      expect((await registry.get('get-context', { cwd }))?.content).toBe(`Of ${cwd}.`)
      expect((await registry.inspect({ cwd })).winners[0]?.description).toBe(`For ${cwd}.`)
    })
    await Promise.all(rounds)
    processCwd.mockRestore()
  })

  it('without one get user and custom skills only, and inspect says that no project was given [F49]', async () => {
    const registry = setUp()
    registry.registerProvider(
      createMemoryProvider({
        skills: [
          { ...skill, name: 'first', cwd: '/first' },
          { ...skill, name: 'second', cwd: '/second' },
          { ...skill, name: 'user' },
        ],
      }),
    )
    expect(names(await registry.list({ cwd: '/second' }))).toEqual(['second', 'user'])
    expect(names(await registry.list())).toEqual(['user'])
    const inspection = await registry.inspect()
    expect(inspection).toMatchObject({
      complete: true,
      problems: [{ code: 'project-not-given', severity: 'note', path: 'cwd' }],
    })
    expect(inspection).not.toHaveProperty('cwd')
    expect((await registry.inspect({ cwd: '/first' })).problems).toEqual([])
  })

  it('are remembered as many as configured, the least used one goes first [R9]', async () => {
    const registry = setUp(2)
    const asked: unknown[] = []
    registry.registerProvider(
      scripted({
        list: ({ cwd }) => {
          asked.push(cwd)
          return []
        },
      }),
    )
    for (const cwd of ['/a', '/b', '/a', undefined, '/a', '/b', undefined]) {
      await registry.list({ cwd })
    }
    expect(asked).toEqual(['/a', '/b', undefined, '/b', undefined])
  })
})

describe('members that come and go', () => {
  const runtime: SkillRegistration = { ...skill, name: 'r', source: 'runtime' }

  it.each(['/w', undefined])('change the very next answer in %s', async (cwd) => {
    const registry = setUp()
    const undos = [
      registry.registerProvider(createMemoryProvider({ name: 'one', skills: [{ ...skill, name: 'x' }] })),
      registry.register(runtime),
    ]
    expect(names(await registry.list({ cwd }))).toEqual(['r', 'x'])
    undos[0]?.()
    expect(names(await registry.list({ cwd }))).toEqual(['r'])
    undos[1]?.()
    expect(await registry.list({ cwd })).toEqual([])
  })

  it('make a lookup start over, so that it holds who is there in the end', async () => {
    const registry = setUp()
    const early = scripted({
      name: 'early',
      list: async () => {
        if (early.lists === 1) registry.registerProvider(createMemoryProvider({ skills: [{ ...skill, name: 'late' }] }))
        if (early.lists === 2) registry.register(runtime)
        return [candidate('x', { provider: 'early' })]
      },
    })
    registry.registerProvider(early)
    const list = await registry.list()
    expect(names(list)).toEqual(['late', 'r', 'x'])
    expect(early.lists).toBe(3)
    expect(await registry.list()).toBe(list)
  })

  it('make a lookup start over twice at most; then it is answered, not remembered, without who has left', async () => {
    const registry = setUp()
    let undo = (): void => {}
    let isRestless = true
    const steady = scripted({
      name: 'steady',
      list: async () => {
        if (isRestless) {
          undo()
          undo = registry.registerProvider(
            createMemoryProvider({ name: `m${steady.lists}`, skills: [{ ...skill, name: `s${steady.lists}` }] }),
          )
        }
        return [candidate('x', { provider: 'steady' })]
      },
    })
    registry.registerProvider(steady)
    expect(names(await registry.list())).toEqual(['x'])
    expect(steady.lists).toBe(3)
    expect((await registry.inspect()).complete).toBe(false)
    expect(steady.lists).toBe(6)
    isRestless = false
    const list = await registry.list()
    expect(names(list)).toEqual(['s6', 'x'])
    expect(steady.lists).toBe(7)
    expect(await registry.list()).toBe(list)
  })

  it('leave one warning about a provider that failed, though it was asked three times', async () => {
    const registry = setUp()
    const bad = scripted({
      name: 'bad',
      list: () => {
        if (bad.lists <= 2) registry.register({ ...runtime, name: `r${bad.lists}` })
        throw new Error('down')
      },
    })
    registry.registerProvider(bad)
    expect(names(await registry.list())).toEqual(['r1', 'r2'])
    expect(bad.lists).toBe(3)
    expect(registry.warnings).toEqual(['Skill provider "bad" was left out: down'])
  })

  it('do not wait for a provider that hangs and then leaves', async () => {
    const registry = setUp()
    let signal: AbortSignal | undefined
    const undo = registry.registerProvider(
      scripted({
        name: 'hanging',
        list: (options) => {
          signal = options.signal
          return new Promise(() => {})
        },
      }),
    )
    registry.registerProvider(createMemoryProvider({ skills: [{ ...skill, name: 'x' }] }))
    const list = registry.list()
    await Promise.resolve()
    await Promise.resolve()
    undo()
    expect(names(await list)).toEqual(['x'])
    expect(signal?.aborted).toBe(true)
    expect(registry.warnings).toEqual([])
  })

  it('never leave a provider in an answer that had gone when it was given; quiet brings back memory [R8]', async () => {
    const registry = setUp()
    const present = new Set<string>()
    const churn = async (index: number): Promise<void> => {
      const name = `p${index}`
      const provider = createMemoryProvider({ name, skills: [{ ...skill, name: `s${index}`, rank: index }] })
      for (let time = 0; time < 4; time += 1) {
        const undo = registry.registerProvider(provider)
        present.add(name)
        for (let task = 0; task < (index % 11) + time; task += 1) await Promise.resolve()
        undo()
        await Promise.resolve() // An answer given just before is on its way to its caller for one microtask.
        present.delete(name)
        for (let task = 0; task < index % 5; task += 1) await Promise.resolve()
      }
    }
    registry.registerProvider(createMemoryProvider({ name: 'steady', skills: [{ ...skill, name: 'steady' }] }))
    present.add('steady')
    const changes = Array.from({ length: 100 }, (_, index) => churn(index))
    const lookups = Array.from({ length: 1_000 }, async (_, index) => {
      for (let task = 0; task < index % 60; task += 1) await Promise.resolve()
      const list = await registry.list({ cwd: `/w${index % 3}`, refresh: index % 7 === 0 })
      expect(names(list)).toContain('steady')
      for (const { provider } of list) expect(present).toContain(provider)
    })
    await Promise.all([...changes, ...lookups])
    const quiet = await registry.list({ cwd: '/w0' })
    expect(names(quiet)).toEqual(['steady'])
    expect(await registry.list({ cwd: '/w0' })).toBe(quiet)
    expect(await registry.inspect({ cwd: '/w0' })).toMatchObject({ complete: true })
  })

  it('end in an empty registry that still answers when it is closed, lookups under way included', async () => {
    const registry = setUp()
    registry.registerProvider(scripted({ list: () => new Promise(() => {}) }))
    registry.register(runtime)
    const calls = [registry.list(), registry.get('r'), registry.inspect()]
    await Promise.resolve()
    registry.close()
    const [list, loaded, inspection] = await Promise.all(calls)
    expect([list, loaded]).toEqual([[], undefined])
    expect(inspection).toMatchObject({ winners: [], providers: [] })
    expect(await registry.list()).toEqual([])
  })
})
