import { Context } from '@deepseek-ai/cordis'
import type { SkillProvider } from '@deepseek-ai/dsh-skill'
import { createMemoryProvider } from '@deepseek-ai/dsh-skill/testing'
import { scriptedModel, skillText, temporaryFolder, temporaryTree, writeTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as bundle from '../src/index.ts'

async function mount(config: unknown = {}): Promise<Context> {
  const ctx = new Context()
  const home = temporaryFolder()
  const local = { dshHome: `${home}/dsh`, agentsHome: `${home}/agents` }
  const merged = { skills: { local }, ...(config as object) }
  await ctx.plugin(bundle, merged)
  onTestFinished(() => ctx.fiber.dispose())
  return ctx
}

/** Answers after a while, as something behind a network does. */
const remote: SkillProvider = {
  name: 'remote',
  async list() {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const base = { kind: 'url', url: 'https://skills.example/cake/' } as const
    return [
      {
        name: 'cake',
        description: 'Bakes.',
        source: 'remote',
        provider: 'remote',
        rank: 600,
        locator: 7,
        resourceBase: base,
      },
    ]
  },
  get: ({ name, description, source, provider, resourceBase }) =>
    Promise.resolve({ name, description, source, provider, content: 'Bake.', ...(resourceBase && { resourceBase }) }),
}

describe('the default bundle', () => {
  it('mounts registry, local provider and consumer, and the agent they live in', async () => {
    const ctx = await mount()
    const cwd = temporaryTree({ '.git': { dir: true }, '.agents/skills/tea.md': skillText('tea') })
    expect(await ctx.skills.list({ cwd })).toMatchObject([{ name: 'tea', source: 'project-agents', provider: 'local' }])
    expect(ctx.llm.adapters()).toEqual(['offline', 'openai-compatible'])
    const session = ctx.sessions.create({ cwd })
    const agent = ctx.agents.create({ session, model: { adapter: 'offline', model: 'offline' } })
    expect(ctx.tools.schemas(agent.scope).map(({ name }) => name)).toEqual(['bash', 'read', 'skill'])
  })

  it('warns of a skill file that is skipped through ctx.logger, once, without any host [G67]', async () => {
    const ctx = await mount()
    const warnings: string[] = []
    ctx.logger.exporter({
      levels: { default: 2 },
      export: ({ type, args }) => type === 'warn' && warnings.push(args.join(' ')),
    })
    const cwd = temporaryTree({
      '.git': { dir: true },
      '.agents/skills/bad.md': '---\nname: bad\ndescription: Drafts notes: a\n---\nDo it.',
      '.agents/skills/worse/SKILL.md': 'No header.',
      '.agents/skills/tea.md': skillText('tea'),
    })
    for (const refresh of [false, false, true]) await ctx.skills.list({ cwd, refresh })
    expect(warnings).toHaveLength(2)
    expect(warnings.find((line) => line.startsWith(`${cwd}/.agents/skills/bad.md:3:`))).toBeDefined()
    expect(warnings.find((line) => line.startsWith(`${cwd}/.agents/skills/worse/SKILL.md`))).toBeDefined()
  })

  it('hands skills.registry, skills.local and skills.tool to their owners, which refuse bad values', async () => {
    const cwd = temporaryTree({ 'extra/tea.md': skillText('tea', 'x'.repeat(50)), 'work/a': '' })
    const local = { customSkillDirs: [`${cwd}/extra`], dshHome: `${cwd}/none`, agentsHome: `${cwd}/none` }
    const ctx = await mount({
      skills: { registry: { collectCacheMaxEntries: 1 }, local, tool: { catalogDescriptionMaxLength: 10 } },
    })
    expect(await ctx.skills.list({ cwd: `${cwd}/work` })).toMatchObject([{ name: 'tea', source: 'custom' }])
    const model = scriptedModel(['Hello.'])
    ctx.llm.register(model)
    const agent = ctx.agents.create({
      session: ctx.sessions.create({ cwd: `${cwd}/work` }),
      model: { adapter: model.name, model: 'm' },
    })
    await agent.prompt('hi')
    expect(model.requests[0]?.messages[0]?.content).toContain('- `tea`: xxxxxxx...')

    await expect(mount({ skills: { registry: { collectCacheMaxEntries: 0 } } })).rejects.toThrow(
      'collectCacheMaxEntries',
    )
    await expect(mount({ skills: { local: { customSkillDirs: ['relative'] } } })).rejects.toThrow('customSkillDirs')
    await expect(mount({ skills: { tool: { catalogDescriptionMaxLength: 2 } } })).rejects.toThrow(
      'catalogDescriptionMaxLength',
    )
    await expect(mount({ bash: { defaultTimeoutMs: 0 } })).rejects.toThrow('defaultTimeoutMs')
    await expect(mount({ skils: {} })).rejects.toThrow('skils')
  })

  it('stands beside an embedded and a remote provider without knowing them', async () => {
    const ctx = await mount()
    const cwd = temporaryTree({ '.git': { dir: true }, '.agents/skills/tea.md': skillText('tea') })
    const embedded = createMemoryProvider({ name: 'embedded' })
    embedded.write({ name: 'coffee', description: 'Brews coffee.', content: 'Grind.' })
    await ctx.plugin({
      name: 'more',
      inject: ['skills'],
      apply: (child: Context) => {
        child.skills.registerProvider(embedded)
        child.skills.registerProvider(remote)
      },
    })
    expect((await ctx.skills.list({ cwd })).map(({ name, provider }) => `${provider}:${name}`)).toEqual([
      'remote:cake',
      'embedded:coffee',
      'local:tea',
    ])
    const model = scriptedModel([
      {
        toolCalls: [
          { name: 'skill', arguments: { name: 'cake' } },
          { name: 'skill', arguments: { name: 'coffee' } },
        ],
      },
      'Done.',
    ])
    ctx.llm.register(model)
    const agent = ctx.agents.create({
      session: ctx.sessions.create({ cwd }),
      model: { adapter: model.name, model: 'm' },
    })
    expect(await agent.prompt('cake and coffee')).toMatchObject({ status: 'completed', answer: 'Done.' })
    const sent = JSON.stringify(model.requests[1]?.messages)
    for (const text of ['Bake.', 'https://skills.example/cake/', 'Grind.']) expect(sent).toContain(text)
  })

  it('lets the offline responder, too, find a skill that came in the middle of a session', async () => {
    const ctx = await mount({ skills: { tool: { announceChanges: true } } })
    const cwd = temporaryTree({ '.git': { dir: true }, '.agents/skills/tea.md': skillText('tea', 'Brews green tea.') })
    const session = ctx.sessions.create({ cwd })
    const agent = ctx.agents.create({ session, model: { adapter: 'offline', model: 'offline' } })
    expect((await agent.prompt('bake a chocolate cake')).answer).not.toContain('Whisk the eggs.')
    writeTree(cwd, { '.agents/skills/cake.md': skillText('cake', 'Bakes a chocolate cake.', 'Whisk the eggs.') })
    expect((await agent.prompt('bake a chocolate cake')).answer).toContain('Whisk the eggs.')
  })

  it('takes everything down when it is disposed', async () => {
    const ctx = new Context()
    const fiber = ctx.plugin(bundle)
    await fiber
    await fiber.dispose()
    for (const service of ['skills', 'agents', 'tools', 'llm', 'sessions', 'fs'])
      expect(ctx.get(service)).toBeUndefined()
  })
})
