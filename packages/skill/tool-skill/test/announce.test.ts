import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import * as agents from '@deepseek-ai/dsh-agent'
import type { Agent } from '@deepseek-ai/dsh-agent'
import * as fs from '@deepseek-ai/dsh-fs'
import * as llm from '@deepseek-ai/dsh-llm'
import type { ModelRequest } from '@deepseek-ai/dsh-llm'
import * as sessions from '@deepseek-ai/dsh-session'
import { requests } from '@deepseek-ai/dsh-session'
import * as skill from '@deepseek-ai/dsh-skill'
import type { SkillProvider } from '@deepseek-ai/dsh-skill'
import { createMemoryProvider } from '@deepseek-ai/dsh-skill/testing'
import * as skillLocal from '@deepseek-ai/dsh-skill-local'
import { scriptedModel, type ScriptedModel, skillText, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import * as toolSkill from '@deepseek-ai/dsh-tool-skill'
import * as tools from '@deepseek-ai/dsh-tools'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { believedSkills } from './believed-skills.ts'

interface Started {
  readonly ctx: Context
  readonly model: ScriptedModel
  readonly cwd: string
  /** A new agent over a new session, or over the one of that id. */
  readonly open: (id?: string) => Agent
  readonly unmount: () => Promise<void>
}

async function start(config: toolSkill.Config = { announceChanges: true }, script?: ScriptedModel): Promise<Started> {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  for (const plugin of [llm, tools, sessions, agents, fs, skill]) await ctx.plugin(plugin)
  const fiber = await ctx.plugin(toolSkill, config)
  const model = script ?? scriptedModel(() => 'Done.')
  ctx.llm.register(model)
  const cwd = temporaryTree({ '.git': { dir: true } })
  const open = (id?: string): Agent =>
    ctx.agents.create({
      session: id === undefined ? ctx.sessions.create({ cwd }) : ctx.sessions.resume(id),
      model: { adapter: model.name, model: 'small' },
    })
  return { ctx, model, cwd, open, unmount: () => fiber.dispose() }
}

const reminders = (agent: Agent): readonly string[] =>
  agent.session.events.flatMap((event) => (event.type === 'reminder' ? [event.content] : []))

const isRebuilt = (agent: Agent, sent: readonly ModelRequest[]): boolean =>
  JSON.stringify([...requests(agent.session.events)]) === JSON.stringify(sent)

const good = { name: 'good', description: 'A good skill.', content: 'Do it.' }

describe('a session in a folder that changes', () => {
  /** Each step, and what the reminder before the next turn has to say; nothing where there is none. */
  const STEPS: readonly (readonly [string, (skills: string) => void, readonly string[]])[] = [
    ['nothing', () => {}, []],
    ['a body is edited', (skills) => write(skills, 'tea', 'Brews tea.', 'Boil it longer.'), []],
    ['a description is edited', (skills) => write(skills, 'tea', 'Brews good tea.'), ['- `tea`: Brews good tea.']],
    ['a skill is added', (skills) => write(skills, 'cake', 'Bakes cake.'), ['- `cake`: Bakes cake.']],
    [
      'an editor saves by writing aside and renaming',
      (skills) => {
        writeFileSync(join(skills, 'cake/SKILL.md.tmp'), skillText('cake', 'Bakes two cakes.'))
        renameSync(join(skills, 'cake/SKILL.md.tmp'), join(skills, 'cake/SKILL.md'))
      },
      ['- `cake`: Bakes two cakes.'],
    ],
    ['a folder is renamed', (skills) => renameSync(join(skills, 'cake'), join(skills, 'gateau')), []],
    ['a skill is deleted', (skills) => rmSync(join(skills, 'gateau'), { recursive: true }), ['- `cake`']],
    [
      'another branch is checked out',
      (skills) => {
        rmSync(join(skills, 'tea'), { recursive: true })
        write(skills, 'juice', 'Presses.')
        write(skills, 'milk', 'Pours.')
      },
      ['- `juice`: Presses.', '- `milk`: Pours.', '- `tea`'],
    ],
  ]

  function write(skills: string, name: string, description: string, body?: string): void {
    mkdirSync(join(skills, name), { recursive: true })
    writeFileSync(join(skills, name, 'SKILL.md'), skillText(name, description, body))
  }

  it('tells its model once of each change, before the next turn, and leaves the prefix as it was [F51] [F61]', async () => {
    const { ctx, model, cwd, open } = await start()
    const home = temporaryFolder()
    await ctx.plugin(skillLocal, { dshHome: join(home, 'dsh'), agentsHome: join(home, 'agents') })
    const skills = join(cwd, '.dsh/skills')
    write(skills, 'tea', 'Brews tea.')
    const agent = open()
    await agent.prompt('Hello')
    for (const [title, change, lines] of STEPS) {
      change(skills)
      const before = reminders(agent).length
      await agent.prompt(title)
      const told = reminders(agent).slice(before)
      expect([title, told.flatMap((text) => text.match(/^- `.*/gm) ?? [])]).toEqual([title, lines])
      await agent.prompt(`${title}, and on`)
      expect(reminders(agent).length).toBe(before + told.length)
      const request = model.requests.at(-1)
      const listed = await ctx.skills.list({ cwd })
      expect(believedSkills(request?.messages ?? [])).toEqual(
        listed.map(({ name, description }) => [name, description]),
      )
    }
    for (const { messages } of model.requests) {
      expect(messages[0]).toEqual(model.requests[0]?.messages[0])
      expect(messages.filter(({ content }) => content.includes('<available_skills>'))).toHaveLength(1)
    }
    for (const [index, { messages }] of model.requests.entries()) {
      expect(messages.slice(0, (model.requests[index - 1]?.messages ?? []).length)).toEqual(
        model.requests[index - 1]?.messages ?? [],
      )
    }
    expect(isRebuilt(agent, model.requests)).toBe(true)
  })

  it('answers for a deleted name that it is no longer available [F51]', async () => {
    const script = scriptedModel([
      'Hello.',
      { toolCalls: [{ name: 'skill', arguments: { name: 'good' } }] },
      'It is gone.',
    ])
    const { ctx, model, open } = await start({ announceChanges: true }, script)
    const provider = createMemoryProvider({ skills: [good] })
    ctx.skills.registerProvider(provider)
    const agent = open()
    await agent.prompt('Hello')
    provider.remove('good')
    await agent.prompt('Use it')
    expect(model.requests[2]?.messages.map(({ role, content }) => [role, content.slice(0, 70)]).slice(3)).toEqual([
      ['user', '<system-reminder>\nThe skills of this session have changed. From now on'],
      ['user', 'Use it'],
      ['assistant', ''],
      ['tool', 'The skill "good" is unknown or no longer available. Call the skill too'],
    ])
  })
})

describe('a resumed session', () => {
  it('composes anew, without a reminder; the tool answers by today’s skills; earlier requests stay what they were [F54]', async () => {
    const script = scriptedModel((_request, index) =>
      index === 1 ? { toolCalls: ['x', 'y'].map((name) => ({ name: 'skill', arguments: { name } })) } : 'Done.',
    )
    const { ctx, model, open } = await start({ announceChanges: true }, script)
    const provider = createMemoryProvider({ skills: [{ ...good, name: 'x' }] })
    ctx.skills.registerProvider(provider)
    const first = open()
    await first.prompt('Hello')
    await first.dispose()
    provider.write({ ...good, name: 'x', disableModelInvocation: true })
    provider.write({ ...good, name: 'y', content: 'Do y.' })
    const second = open(first.session.id)
    await second.prompt('Again')
    const headers = second.session.events.flatMap((event) =>
      event.type === 'request/header' ? [[event.reason, believedSkills(event.prefix).map(([name]) => name)]] : [],
    )
    expect(headers).toEqual([
      ['initial', ['x']],
      ['resume', ['y']],
    ])
    expect(reminders(second)).toEqual([])
    const results = model.requests[2]?.messages.flatMap((message) => (message.role === 'tool' ? [message] : []))
    expect(results).toMatchObject([
      { isError: true, content: expect.stringContaining('only the user can start it') as string },
      { content: expect.stringContaining('\nDo y.\n') as string },
    ])
    expect(isRebuilt(second, model.requests)).toBe(true)
  })

  it('is told again only of what its earlier reminders have wrong now', async () => {
    const { ctx, model, open } = await start()
    const provider = createMemoryProvider({ skills: [good, { ...good, name: 'other' }] })
    ctx.skills.registerProvider(provider)
    const first = open()
    await first.prompt('Hello')
    provider.remove('good')
    provider.write({ ...good, name: 'new' })
    await first.prompt('Changed')
    expect(reminders(first)).toHaveLength(1)
    await first.dispose()

    const second = open(first.session.id)
    await second.prompt('As before')
    expect(reminders(second)).toHaveLength(1)
    await second.dispose()

    provider.write(good)
    const third = open(first.session.id)
    await third.prompt('It is back')
    expect(reminders(third)).toHaveLength(2)
    expect(reminders(third)[1]?.match(/^- `.*/gm)).toEqual(['- `good`: A good skill.'])
    expect(believedSkills(model.requests.at(-1)?.messages ?? []).map(([name]) => name)).toEqual([
      'good',
      'new',
      'other',
    ])
  })
})

it('whatever comes, goes and changes between turns and resumes, the model knows just what there is', async () => {
  const skills = fc.dictionary(
    fc.constantFrom('a', 'b', 'constructor', 'd-1'),
    fc.constantFrom('One.', 'Two <b>.', 'Three.', `Long. ${'x'.repeat(600)}`, 'Hidden.'),
    { noNullPrototype: true },
  )
  const step = fc.record({ skills, resumes: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const { ctx, model, open } = await start()
      let agent = open()
      let provider = createMemoryProvider()
      let undo = ctx.skills.registerProvider(provider)
      for (const { skills: now, resumes } of steps) {
        undo()
        provider = createMemoryProvider({
          skills: Object.entries(now).map(([name, description]) => ({
            name,
            description,
            content: 'x',
            disableModelInvocation: description === 'Hidden.',
          })),
        })
        undo = ctx.skills.registerProvider(provider)
        if (resumes && agent.session.isKept) {
          await agent.dispose()
          agent = open(agent.session.id)
        }
        await agent.prompt('Go on')
        const visible = Object.entries(now).filter(([, description]) => description !== 'Hidden.')
        const shown = visible.map(([name, text]) => [name, text.length > 500 ? `${text.slice(0, 497)}...` : text])
        expect(believedSkills(model.requests.at(-1)?.messages ?? [])).toEqual(
          shown.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
        )
      }
      expect(isRebuilt(agent, model.requests)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

describe('a source of skills that fails for a while', () => {
  it('is no removal: nothing is told of it, then or later; what is really gone is told once it is known', async () => {
    const { ctx, open } = await start()
    const steady = createMemoryProvider({ skills: [good] })
    const memory = createMemoryProvider({
      name: 'remote',
      skills: [
        { ...good, name: 'far' },
        { ...good, name: 'off' },
      ],
    })
    let isDown = false
    const remote: SkillProvider = {
      ...memory,
      list: (options) => (isDown ? Promise.reject(new Error('no route')) : memory.list(options)),
    }
    ctx.skills.registerProvider(steady)
    ctx.skills.registerProvider(remote)
    const agent = open()
    await agent.prompt('Hello')
    isDown = true
    steady.write({ ...good, name: 'near' })
    memory.remove('off')
    await agent.prompt('Down')
    await agent.prompt('Still down')
    expect(reminders(agent).map((text) => text.match(/^- `.*/gm))).toEqual([['- `near`: A good skill.']])
    isDown = false
    await agent.prompt('Up')
    expect(
      reminders(agent)
        .slice(1)
        .map((text) => text.match(/^- `.*/gm)),
    ).toEqual([['- `off`']])
  })

  it('from the start is told of when it answers', async () => {
    const { ctx, open } = await start()
    const memory = createMemoryProvider({ name: 'remote', skills: [good] })
    let isDown = true
    ctx.skills.registerProvider({
      ...memory,
      list: (options) => (isDown ? Promise.reject(new Error('no route')) : memory.list(options)),
    })
    const agent = open()
    await agent.prompt('Hello')
    isDown = false
    await agent.prompt('Up')
    expect(reminders(agent).map((text) => text.match(/^- `.*/gm))).toEqual([['- `good`: A good skill.']])
  })
})

it('looks once in the turn that composes the catalog, and again in the next, also when that one was cancelled', async () => {
  const { ctx, open } = await start()
  const memory = createMemoryProvider({ skills: [good] })
  let looks = 0
  ctx.skills.registerProvider({
    ...memory,
    list: (options) => {
      looks += 1
      return memory.list(options)
    },
  })
  const agent = open()
  const undo = ctx.on('agent/before-turn', (starting) => starting.cancel(), true)
  expect(await agent.prompt('Hello')).toMatchObject({ status: 'cancelled' })
  undo()
  expect(looks).toBe(1)
  memory.write({ ...good, name: 'new' })
  await agent.prompt('Again')
  expect(looks).toBe(2)
  expect(reminders(agent)).toHaveLength(1)
})

describe('nothing is told', () => {
  it('unless it is asked for', async () => {
    const { ctx, open } = await start({})
    const provider = createMemoryProvider({ skills: [good] })
    ctx.skills.registerProvider(provider)
    const agent = open()
    await agent.prompt('Hello')
    provider.remove('good')
    await agent.prompt('Again')
    expect(reminders(agent)).toEqual([])
  })

  it('to an agent that does not see the tool, nor once the plugin is gone', async () => {
    const { ctx, open, unmount } = await start()
    const provider = createMemoryProvider({ skills: [good] })
    ctx.skills.registerProvider(provider)
    const blind = open()
    ctx.tools.hide('skill', (scope) => scope.agentId === blind.id)
    const agent = open()
    for (const each of [blind, agent]) await each.prompt('Hello')
    provider.remove('good')
    for (const each of [blind, agent]) await each.prompt('Again')
    expect([reminders(blind).length, reminders(agent).length]).toEqual([0, 1])
    await unmount()
    provider.write(good)
    await agent.prompt('And again')
    expect(reminders(agent)).toHaveLength(1)
  })

  it('of skills that are hidden from the model, until they are not', async () => {
    const { ctx, open } = await start()
    const provider = createMemoryProvider({ skills: [{ ...good, disableModelInvocation: true }] })
    ctx.skills.registerProvider(provider)
    const agent = open()
    await agent.prompt('Hello')
    expect(reminders(agent)).toEqual([])
    provider.write(good)
    await agent.prompt('Shown')
    provider.write({ ...good, disableModelInvocation: true })
    await agent.prompt('Hidden')
    expect(reminders(agent).map((text) => text.match(/^<\w+_skills>$/gm))).toEqual([
      ['<added_skills>'],
      ['<removed_skills>'],
    ])
  })
})

it('keeps to the budget of the catalog, and leaves no name out', async () => {
  const { ctx, open } = await start({ announceChanges: true, catalogMaxTokens: 600 })
  const provider = createMemoryProvider()
  ctx.skills.registerProvider(provider)
  const agent = open()
  await agent.prompt('Hello')
  for (let index = 0; index < 40; index += 1) {
    provider.write({
      ...good,
      name: `skill-${index}`,
      description: `Number ${index}. ${'Much to say of it. '.repeat(20)}`,
    })
  }
  await agent.prompt('Many')
  const [text = ''] = reminders(agent)
  expect(text.match(/^- `skill-\d+`/gm)).toHaveLength(40)
  expect(toolSkill.estimateTokens(text)).toBeLessThan(800)
  expect(text).toContain('To save room')
  await agent.prompt('On')
  expect(reminders(agent)).toHaveLength(1)
})

it('stops looking when the turn is cancelled, with nothing told and nothing sent [R10]', async () => {
  const { ctx, model, open } = await start()
  const memory = createMemoryProvider({ skills: [good] })
  let isHanging = false
  const signals: (AbortSignal | undefined)[] = []
  ctx.skills.registerProvider({
    ...memory,
    list: (options) => {
      if (!isHanging) return memory.list(options)
      signals.push(options.signal)
      agent.cancel()
      return new Promise(() => {})
    },
  })
  const agent = open()
  await agent.prompt('Hello')
  isHanging = true
  memory.write({ ...good, name: 'new' })
  expect(await agent.prompt('Again')).toMatchObject({ status: 'cancelled' })
  expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  isHanging = false
  expect([reminders(agent), model.requests.length]).toEqual([[], 1])
  expect(await agent.prompt('Once more')).toMatchObject({ status: 'completed' })
  expect(reminders(agent)).toHaveLength(1)
})

it('goes past reminders in the log that it cannot read, and those of others', async () => {
  const { ctx, open } = await start()
  const provider = createMemoryProvider({ skills: [good] })
  ctx.skills.registerProvider(provider)
  const first = open()
  for (const data of [undefined, {}, { told: 1, gone: [] }, { told: [{ name: 1 }], gone: ['good'] }]) {
    first.session.append({ type: 'reminder', code: 'skills-changed', content: 'x', ...(data && { data }) })
  }
  first.session.append({ type: 'reminder', code: 'another', content: 'x', data: { told: [], gone: ['good'] } })
  await first.prompt('Hello')
  expect(reminders(first)).toHaveLength(5)
})
