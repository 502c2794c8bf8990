import { SkillContractError, type SkillRegistration } from '@deepseek-ai/dsh-skill'
import { describe, expect, it } from 'vitest'
import { candidate, gate, names, provides, rejection, scripted, setUp, sparse } from './setup.ts'

const runtimeSkill = (name: string, more: Partial<SkillRegistration> = {}): SkillRegistration => ({
  name,
  description: 'In code.',
  source: 'runtime',
  content: 'Do it.',
  ...more,
})

describe('list', () => {
  it('is empty without providers', async () => {
    expect(await setUp().list()).toEqual([])
  })

  it('merges providers and runtime skills, sorted by name, each once', async () => {
    const registry = setUp()
    registry.registerProvider(provides('one', ['b', 'd']))
    registry.registerProvider(provides('two', ['c', 'b']))
    registry.register(runtimeSkill('a'))
    const found = (await registry.list()).map(({ name, provider }) => `${name} of ${provider}`)
    expect(found).toEqual(['a of runtime', 'b of one', 'c of two', 'd of one'])
  })

  it('puts a runtime skill before the entry of a provider at rank 250, whoever came first', async () => {
    const registry = setUp()
    registry.registerProvider(provides('equal', ['x', 'y'], 250))
    registry.registerProvider(provides('better', ['y'], 249.5))
    registry.register(runtimeSkill('x'))
    registry.register(runtimeSkill('y'))
    expect((await registry.list()).map(({ provider }) => provider)).toEqual(['runtime', 'better'])
  })

  it('decides equal ranks by the order of registration, not by who answers first', async () => {
    const registry = setUp()
    const slow = gate()
    const first = provides('first', ['x'])
    registry.registerProvider(
      scripted({
        name: 'first',
        list: async (options) => {
          await slow.promise
          return first.list(options)
        },
      }),
    )
    registry.registerProvider(provides('second', ['x']))
    const list = registry.list()
    slow.resolve()
    expect((await list)[0]?.provider).toBe('first')
  })

  it("follows a provider's own order among equal ranks", async () => {
    const registry = setUp()
    registry.registerProvider(
      scripted({ list: () => [candidate('x', { description: 'First.' }), candidate('x', { description: 'Second.' })] }),
    )
    expect(await registry.list()).toMatchObject([{ description: 'First.' }])
  })

  it('gives the same frozen array until something changes', async () => {
    const registry = setUp()
    const provider = provides('one', ['a', 'b'])
    registry.registerProvider(provider)
    const first = await registry.list({ cwd: '/w' })
    expect(await registry.list({ cwd: '/w/' })).toBe(first)
    expect(provider.lists).toBe(1)
    for (const part of [first, ...first]) expect(Object.isFrozen(part)).toBe(true)
    registry.register(runtimeSkill('c'))
    expect(names(await registry.list({ cwd: '/w' }))).toEqual(['a', 'b', 'c'])
    expect(provider.lists).toBe(2)
  })

  it('gives the same bytes whatever order a provider finds its skills in [F59]', async () => {
    const bytes: string[] = []
    for (const order of [
      ['zeta', 'a-b', 'ab', 'a1'],
      ['a1', 'ab', 'zeta', 'a-b'],
    ]) {
      const registry = setUp()
      registry.registerProvider(provides('one', order))
      bytes.push(JSON.stringify(await registry.list()))
    }
    expect(bytes[0]).toBe(bytes[1])
    expect(bytes[0]?.match(/"name":"[^"]+"/g)).toEqual(['"name":"a-b"', '"name":"a1"', '"name":"ab"', '"name":"zeta"'])
  })

  it('asks the providers side by side', async () => {
    const registry = setUp()
    const both = gate()
    let asked = 0
    for (const name of ['one', 'two']) {
      registry.registerProvider(
        scripted({
          name,
          list: async () => {
            asked += 1
            if (asked === 2) both.resolve()
            await both.promise
            return [candidate(name, { provider: name })]
          },
        }),
      )
    }
    expect(names(await registry.list())).toEqual(['one', 'two'])
  })

  it('tells a provider the normalised folder, and that there is none', async () => {
    const registry = setUp()
    const asked: unknown[] = []
    registry.registerProvider(
      scripted({
        list: (options) => {
          asked.push(options.cwd)
          expect(options.signal).toBeInstanceOf(AbortSignal)
          expect(Object.isFrozen(options)).toBe(true)
          return []
        },
      }),
    )
    await registry.list({ cwd: '/w//x/' })
    await registry.list()
    expect(asked).toEqual(['/w/x', undefined])
  })

  it.each(['', 'relative', './x'])('rejects with TypeError for the folder %j [R9]', async (cwd) => {
    const registry = setUp()
    for (const call of [registry.list({ cwd }), registry.get('x', { cwd }), registry.inspect({ cwd })]) {
      expect(await rejection(call)).toBeInstanceOf(TypeError)
    }
  })

  it.each([null, 42, undefined, 'x', [null], [undefined], sparse(2), [{}], { candidates: 7 }])(
    'rejects at once, and everyone alike, when a provider returns %j [R3]',
    async (answer) => {
      const registry = setUp()
      registry.registerProvider(provides('good', ['x']))
      let slowSignal: AbortSignal | undefined
      registry.registerProvider(
        scripted({
          name: 'slow',
          list: ({ signal }) => {
            slowSignal = signal
            return new Promise(() => {})
          },
        }),
      )
      registry.registerProvider(scripted({ name: 'bad', list: () => answer }))
      const calls = [registry.list(), registry.list(), registry.get('x'), registry.inspect()]
      for (const call of calls) {
        expect(await rejection(call)).toMatchObject({ constructor: SkillContractError, provider: 'bad' })
      }
      expect(slowSignal?.aborted).toBe(true)
      expect(registry.warnings).toEqual([])
    },
  )

  it('is not spoiled by a broken answer that comes after its provider has left', async () => {
    const registry = setUp()
    const late = gate<unknown>()
    const undo = registry.registerProvider(scripted({ name: 'bad', list: () => late.promise }))
    registry.registerProvider(provides('good', ['x']))
    const list = registry.list()
    undo()
    late.resolve(42)
    expect(names(await list)).toEqual(['x'])
  })

  it('rejects anew while a provider stays malformed, and is well as soon as it is', async () => {
    const registry = setUp()
    let rank: unknown = 'high'
    registry.registerProvider(scripted({ list: () => [candidate('x', { rank: rank as number })] }))
    for (let time = 0; time < 2; time += 1) {
      expect(await rejection(registry.list())).toMatchObject({ provider: 'p', skill: 'x', field: 'rank' })
    }
    rank = 1
    expect(names(await registry.list())).toEqual(['x'])
  })
})
