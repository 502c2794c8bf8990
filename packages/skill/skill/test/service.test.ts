import { Context, type Message } from '@deepseek-ai/cordis'
import * as skills from '@deepseek-ai/dsh-skill'
import { Config } from '@deepseek-ai/dsh-skill'
import { createMemoryProvider } from '@deepseek-ai/dsh-skill/testing'
import { describe, expect, it } from 'vitest'
import { names, provides, rejection, scripted } from './setup.ts'

const skill: skills.SkillRegistration = { name: 'x', description: 'A skill.', source: 'runtime', content: 'Do it.' }

async function mount(config?: Config): Promise<{ readonly ctx: Context; readonly warnings: readonly Message[] }> {
  const ctx = new Context()
  const warnings: Message[] = []
  // Cordis ranks a warning below an information, so an exporter has to ask for it.
  ctx.logger.exporter({
    levels: { default: 2 },
    export: (message) => message.type === 'warn' && warnings.push(message),
  })
  await ctx.plugin(skills, config)
  return { ctx, warnings }
}

/** A plugin that does something with `ctx.skills`. */
function consumer(apply: (ctx: Context) => void): { inject: string[]; apply: (ctx: Context) => void } {
  return { inject: ['skills'], apply }
}

describe('the plugin', () => {
  it('provides ctx.skills, without a config and with an empty one', async () => {
    for (const config of [undefined, {}, { collectCacheMaxEntries: 1 }]) {
      const { ctx } = await mount(config)
      expect(await ctx.skills.list()).toEqual([])
    }
  })

  it('remembers 128 folders when nothing else is set', async () => {
    expect(Config.parse(undefined)).toEqual({ collectCacheMaxEntries: 128 })
    const { ctx } = await mount()
    const provider = provides('one', [])
    ctx.skills.registerProvider(provider)
    for (let folder = 0; folder < 129; folder += 1) await ctx.skills.list({ cwd: `/w${folder}` })
    await ctx.skills.list({ cwd: '/w1' })
    expect(provider.lists).toBe(129)
    await ctx.skills.list({ cwd: '/w0' })
    expect(provider.lists).toBe(130)
  })

  it.each([
    [{ collectCacheMaxEntries: 0 }, /collectCacheMaxEntries must be at least 1/],
    [{ collectCacheMaxEntries: -1 }, /collectCacheMaxEntries must be at least 1/],
    [{ collectCacheMaxEntries: 1.5 }, /collectCacheMaxEntries must be a whole number/],
    [{ collectCacheMaxEntries: '8' }, /collectCacheMaxEntries must be a whole number/],
    [{ collectCacheMaxEntries: null }, /collectCacheMaxEntries must be a whole number/],
    [{ cacheSize: 8 }, /cacheSize/],
    ['big', /expected object/],
  ])('refuses the config %j when it loads', async (config, message) => {
    const ctx = new Context()
    const fiber = ctx.plugin(skills, config as Config)
    expect(await rejection(fiber.await())).toMatchObject({ message: expect.stringMatching(message) as string })
    expect(ctx.get('skills')).toBeUndefined()
  })

  it('does all that a registry does', async () => {
    const { ctx } = await mount()
    ctx.skills.registerProvider(createMemoryProvider({ skills: [{ ...skill, name: 'y' }] }))
    ctx.skills.register(skill)
    const list = await ctx.skills.list({ cwd: '/w' })
    expect(names(list)).toEqual(['x', 'y'])
    expect(await ctx.skills.list({ cwd: '/w' })).toBe(list)
    expect((await ctx.skills.get('x'))?.provider).toBe('runtime')
    expect((await ctx.skills.get('y'))?.provider).toBe('memory')
    expect((await ctx.skills.inspect({ cwd: '/w' })).complete).toBe(true)
    expect(await rejection(ctx.skills.list({ cwd: '' }))).toBeInstanceOf(TypeError)
  })

  it('warns through ctx.logger, once, with a text that no format string can bend', async () => {
    const { ctx, warnings } = await mount()
    ctx.skills.registerProvider(scripted({ list: () => Promise.reject(new Error('100%s\n%o down')) }))
    await ctx.skills.list()
    expect(warnings).toMatchObject([
      { name: 'skill', type: 'warn', args: ['Skill provider "p" was left out: 100%%s %%o down'] },
    ])
    ctx.skills.register(skill)
    ctx.skills.register(skill)
    expect(warnings).toHaveLength(2)
  })
})

describe('a problem of an answer', () => {
  const problem = {
    code: 'provider-failed',
    severity: 'error',
    message: '100% broken.',
    path: '/r/a\nb/SKILL.md',
    line: 3,
    hint: 'Mend it.',
  } as const
  const collection = (problems: readonly skills.SkillProblem[]): skills.SkillCollection => ({
    candidates: [],
    problems,
  })

  it('is a warning of ctx.logger, once, for a consumer of any kind [G67]', async () => {
    const { ctx, warnings } = await mount()
    ctx.skills.registerProvider(scripted({ list: () => collection([problem]) }))
    await Promise.all([ctx.skills.list({ cwd: '/w' }), ctx.skills.get('x', { cwd: '/w' })])
    await ctx.skills.list({ cwd: '/w', refresh: true })
    await ctx.skills.inspect({ cwd: '/other' })
    const line = String.raw`/r/a\u{a}b/SKILL.md:3: 100%% broken. (Mend it.)`
    expect(warnings).toMatchObject([{ name: 'skill-problem', type: 'warn', args: [line] }])
  })

  it('is told again when it is another one, and a note is not told [G67]', async () => {
    const { ctx, warnings } = await mount()
    let problems: readonly skills.SkillProblem[] = [problem, { ...problem, severity: 'note', message: 'Note.' }]
    ctx.skills.registerProvider(scripted({ list: () => collection(problems) }))
    await ctx.skills.list()
    problems = [problem, { ...problem, line: 4 }, { ...problem, severity: 'warning', message: 'Odd.' }]
    await ctx.skills.list({ refresh: true })
    expect(warnings).toHaveLength(3)
  })

  it('is what becomes of a candidate that fits the types, and the others come [G69]', async () => {
    const { ctx, warnings } = await mount()
    const given = { ...skill, provider: 'p', rank: 1, locator: 0 }
    ctx.skills.registerProvider(
      scripted({
        list: () => [
          { ...given, name: 'a', whenToUse: '' },
          { ...given, name: 'b', metadata: { at: new Date(0), kept: 1 } },
          { ...given, name: 'c', description: '' },
          { ...given, name: 'd', resourceBase: { kind: 'directory', path: '' } },
        ],
        get: (candidate) => ({ ...skill, provider: 'p', name: candidate.name, content: 'Do it.', whenToUse: '' }),
      }),
    )
    ctx.skills.registerProvider(provides('other', ['y']))
    expect(names(await ctx.skills.list())).toEqual(['a', 'b', 'd', 'y'])
    expect((await ctx.skills.get('a'))?.content).toBe('Do it.')
    const { winners, problems } = await ctx.skills.inspect({ cwd: '/w' })
    expect(winners.find(({ name }) => name === 'b')?.metadata).toEqual({ kept: 1 })
    expect(problems.map(({ code, severity, skill: name }) => [code, severity, name])).toEqual([
      ['field-dropped', 'warning', 'a'],
      ['field-dropped', 'warning', 'b'],
      ['candidate-dropped', 'error', 'c'],
      ['field-dropped', 'warning', 'd'],
    ])
    expect(warnings).toHaveLength(4)
  })

  it('is not what becomes of a broken name, rank or provider: the lookup fails [G69]', async () => {
    for (const broken of [{ name: 'No Name' }, { rank: NaN }, { provider: 'q' }, { description: undefined }]) {
      const { ctx } = await mount()
      const given = { ...skill, provider: 'p', rank: 1, locator: 0, ...broken }
      ctx.skills.registerProvider(scripted({ list: () => [given] }))
      expect(await rejection(ctx.skills.list())).toMatchObject({
        constructor: skills.SkillContractError,
        field: Object.keys(broken)[0],
      })
    }
  })

  it('is told of a skill in code, too, whose optional parts are wrong [G69]', async () => {
    const { ctx, warnings } = await mount()
    ctx.skills.register({ ...skill, whenToUse: ' ', metadata: { at: new Date(0) } })
    expect(await ctx.skills.get('x')).toEqual({ ...skill, provider: 'runtime', metadata: {} })
    expect(warnings).toHaveLength(2)
  })
})

describe('what a plugin registers', () => {
  it('goes at once with its undo, and only once', async () => {
    const { ctx } = await mount()
    const undos = [ctx.skills.registerProvider(provides('one', ['y'])), ctx.skills.register(skill)]
    expect(names(await ctx.skills.list())).toEqual(['x', 'y'])
    for (const undo of undos) expect(undo()).toBeUndefined()
    const list = ctx.skills.list()
    ctx.skills.registerProvider(provides('one', ['z']))
    for (const undo of undos) undo()
    expect(names(await list)).toEqual(['z'])
    expect(names(await ctx.skills.list())).toEqual(['z'])
  })

  it('belongs to that plugin and leaves with it', async () => {
    const { ctx } = await mount()
    ctx.skills.registerProvider(provides('root', ['r']))
    const fiber = await ctx.plugin(
      consumer((own) => {
        own.skills.registerProvider(provides('one', ['y']))
        own.skills.register(skill)
        own.skills.register(skill)
      }),
    )
    expect(names(await ctx.skills.list())).toEqual(['r', 'x', 'y'])
    expect((await ctx.skills.inspect({ cwd: '/w' })).problems).toHaveLength(1)
    await fiber.dispose()
    expect(names(await ctx.skills.list())).toEqual(['r'])
    expect((await ctx.skills.inspect({ cwd: '/w' })).problems).toEqual([])
  })

  it('may be undone by a generator plugin that yields the undo', async () => {
    const { ctx } = await mount()
    const fiber = await ctx.plugin({
      inject: ['skills'],
      *apply(own: Context) {
        yield own.skills.registerProvider(provides('one', ['y']))
      },
    })
    expect(names(await ctx.skills.list())).toEqual(['y'])
    await fiber.dispose()
    expect(await ctx.skills.list()).toEqual([])
  })

  it('is refused with the typed error of the registry', async () => {
    const { ctx } = await mount()
    ctx.skills.registerProvider(provides('one', []))
    const bad = [
      () => ctx.skills.registerProvider(provides('one', [])),
      () => ctx.skills.registerProvider(provides('runtime', [])),
      () => ctx.skills.registerProvider(provides('', [])),
      () => ctx.skills.register({ ...skill, provider: 'one' }),
      () => ctx.skills.register({ ...skill, name: 'No Name' }),
    ]
    for (const call of bad) expect(call).toThrow(skills.SkillContractError)
    expect((await ctx.skills.inspect({ cwd: '/w' })).providers).toHaveLength(1)
  })

  it('fails the plugin that registers it when it is malformed, and no other', async () => {
    const { ctx } = await mount()
    const fiber = ctx.plugin(consumer((own) => void own.skills.registerProvider(provides('runtime', []))))
    expect(await rejection(fiber.await())).toBeInstanceOf(skills.SkillContractError)
    expect(await ctx.skills.list()).toEqual([])
  })
})

describe('when the plugin itself is disposed', () => {
  it('lookups under way end, the service is gone, and a new one starts empty', async () => {
    const ctx = new Context()
    const fiber = await ctx.plugin(skills)
    const registry = ctx.skills
    registry.registerProvider(scripted({ list: () => new Promise(() => {}) }))
    const list = registry.list()
    await Promise.resolve()
    await fiber.dispose()
    expect(await list).toEqual([])
    expect(ctx.get('skills')).toBeUndefined()
    await ctx.plugin(skills)
    expect((await ctx.skills.inspect()).providers).toEqual([])
  })

  it('plugins that inject it register again with the new one', async () => {
    const ctx = new Context()
    let fiber = await ctx.plugin(skills)
    await ctx.plugin(consumer((own) => void own.skills.registerProvider(provides('one', ['x']))))
    expect(names(await ctx.skills.list())).toEqual(['x'])
    await fiber.dispose()
    fiber = await ctx.plugin(skills)
    await new Promise(setImmediate)
    expect(names(await ctx.skills.list())).toEqual(['x'])
  })
})
