import { readdirSync } from 'node:fs'
import { Context } from '@deepseek-ai/cordis'
import { MemorySessionStore } from '@deepseek-ai/dsh-session'
import { scriptedModel, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import type { Agent, AgentOptions } from '../src/index.ts'
import * as plugin from '../src/index.ts'
import { agentOf, echoTool, eventsOf, mount, typesOf } from './fixture.ts'

const hanging = () => scriptedModel(() => ({ text: 'Part', hangs: true }))

/** Resolves when `agent` streams. */
function streaming(agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    agent.subscribe((event) => event.type === 'text' && resolve())
  })
}

it('lists the agents that are alive, each with its scope', async () => {
  const ctx = await mount(scriptedModel([]))
  const first = agentOf(ctx)
  const second = agentOf(ctx)
  expect(ctx.agents.list()).toEqual([first, second])
  expect(first.scope).toEqual({ agentId: first.id, sessionId: first.session.id, cwd: '/work', home: first.scope.home })
  expect(first.id).not.toBe(second.id)
  await first.dispose()
  expect(ctx.agents.list()).toEqual([second])
})

it('refuses a second agent over one session while the first lives', async () => {
  const ctx = await mount(scriptedModel([]))
  const agent = agentOf(ctx)
  expect(() => agentOf(ctx, { session: agent.session })).toThrow('has an agent already')
})

it('cancels, waits and closes when it is disposed, once, whoever waits for it', async () => {
  const ctx = await mount(hanging())
  const agent = agentOf(ctx, { session: ctx.sessions.create({ cwd: '/work', id: 'one' }) })
  const turn = agent.prompt('Go')
  await streaming(agent)
  await Promise.all([agent.dispose(), agent.dispose()])
  expect(await turn).toEqual({ status: 'cancelled', answer: 'Part' })
  expect(typesOf(agent.session).slice(-2)).toEqual(['assistant/message', 'turn/end cancelled'])
  await expect(agent.prompt('More')).rejects.toThrow('The agent is disposed')
  agent.cancel()
  expect(ctx.sessions.resume('one').events.at(-1)?.type).toBe('session/resume')
})

it('can be disposed by whoever hears of its first event', async () => {
  const agent = agentOf(await mount(scriptedModel(['Done.'])))
  agent.subscribe(() => void agent.dispose())
  expect(await agent.prompt('Go')).toEqual({ status: 'cancelled', answer: '' })
  await agent.dispose()
  expect(typesOf(agent.session)).toEqual(['session/start', 'turn/start', 'turn/end cancelled'])
})

it('ends with the plugin that made it', async () => {
  const ctx = await mount(hanging())
  let agent: Agent | undefined
  const host = await ctx.plugin({
    name: 'host',
    inject: ['agents', 'sessions'],
    apply: (inner: Context) => void (agent = agentOf(inner)),
  })
  const other = agentOf(ctx)
  const turn = agent?.prompt('Go')
  await host.dispose()
  expect(await turn).toMatchObject({ status: 'cancelled' })
  expect(ctx.agents.list()).toEqual([other])
  const effects = ctx.fiber.getEffects().filter((effect) => effect.label.startsWith('ctx.agents.create'))
  expect(effects).toHaveLength(1)
  await other.dispose()
  expect(ctx.fiber.getEffects().some((effect) => effect.label.startsWith('ctx.agents.create'))).toBe(false)
})

it.each(['sessions', 'tools', 'llm', 'agents', 'all'])(
  'logs the end of a running turn when %s is unloaded',
  async (name) => {
    const directory = temporaryFolder()
    const ctx = await mount(hanging(), { directory })
    ctx.tools.register(echoTool())
    const agent = agentOf(ctx, { session: ctx.sessions.create({ cwd: '/work', id: 'one' }) })
    const turn = agent.prompt('Go')
    await streaming(agent)
    const provider = name === 'all' ? ctx.fiber : ctx.reflect._getImpl(name)?.fiber
    await provider?.dispose()
    expect((await turn).answer).toBe('Part')
    expect(agent.session.events.at(-1)?.type).toBe('turn/end')
    expect(readdirSync(directory)).toEqual(['one.jsonl'])
    expect(ctx.get('agents')).toBeUndefined()
  },
)

it('asks the user through the host, and is refused without one', async () => {
  const asked: unknown[] = []
  const scripted = scriptedModel((request) =>
    request.messages.at(-1)?.role === 'tool' ? 'Done.' : { toolCalls: [{ name: 'ask', arguments: { text: 'x' } }] },
  )
  const ctx = await mount(scripted)
  const answers: boolean[] = []
  ctx.tools.register(
    echoTool('ask', async (_input, context) => {
      answers.push(await context.requestPermission({ kind: 'read', title: 'Read x', target: '/x' }))
      return { content: '' }
    }),
  )
  await agentOf(ctx).prompt('Go')
  const agent = agentOf(ctx, {
    requestPermission: (request, signal) => {
      asked.push(request, signal.aborted)
      return Promise.resolve(asked.length === 2 ? 'once' : 'refused')
    },
  })
  await agent.prompt('Go')
  await agent.prompt('Go')
  await agentOf(ctx, { requestPermission: () => Promise.resolve('yes' as 'once') }).prompt('Go')
  expect(answers).toEqual([false, true, false, false])
  expect(asked.slice(0, 2)).toEqual([{ kind: 'read', title: 'Read x', target: '/x' }, false])
})

it('asks once for what is allowed in the whole session: the same kind and target, and this agent alone', async () => {
  const targets = ['/x', '/x', '/y', '/x']
  const scripted = scriptedModel((request, index) =>
    request.messages.at(-1)?.role === 'tool'
      ? 'Done.'
      : { toolCalls: [{ name: 'ask', arguments: { text: String(index) } }] },
  )
  const ctx = await mount(scripted)
  const asked: string[] = []
  const answers: boolean[] = []
  let kind: 'read' | 'execute' = 'read'
  ctx.tools.register(
    echoTool('ask', async (_input, context) => {
      for (const target of targets) answers.push(await context.requestPermission({ kind, title: 'Do', target }))
      return { content: '' }
    }),
  )
  const options: Partial<AgentOptions> = {
    requestPermission: ({ kind: askedKind, target }) => {
      asked.push(`${askedKind} ${target}`)
      return Promise.resolve(target === '/x' ? 'session' : 'once')
    },
  }
  const agent = agentOf(ctx, options)
  await agent.prompt('Go')
  await agent.prompt('Go')
  expect(asked).toEqual(['read /x', 'read /y', 'read /y'])
  kind = 'execute'
  await agent.prompt('Go')
  expect(asked.slice(3)).toEqual(['execute /x', 'execute /y'])
  await agentOf(ctx, options).prompt('Go')
  expect(asked.slice(5)).toEqual(['execute /x', 'execute /y'])
  expect(answers).not.toContain(false)
})

it('logs the skill that a result brings, and knows it after a resume', async () => {
  const scripted = scriptedModel((request) =>
    request.messages.at(-1)?.role === 'tool' ? 'Done.' : { toolCalls: [{ name: 'open', arguments: { text: 'tea' } }] },
  )
  const ctx = await mount(scripted)
  const skill = { name: 'tea', folder: '/skills/tea' }
  ctx.tools.register(echoTool('open', () => Promise.resolve({ content: 'Brew.', skill })))
  const agent = agentOf(ctx, { session: ctx.sessions.create({ cwd: '/work', id: 'one' }) })
  await agent.prompt('Go')
  await agent.prompt('Go')
  expect(eventsOf(agent.session, 'tool/result').map((event) => event.skill)).toEqual([skill, skill])
  expect(agent.session.loadedSkills()).toEqual([skill])
  expect(JSON.stringify(scripted.requests)).not.toContain('/skills/tea')
  await agent.dispose()
  expect(ctx.sessions.resume('one').loadedSkills()).toEqual([skill])
})

it.each([
  { maxStepsPerTurn: 0 },
  { maxStepsPerTurn: 1.5 },
  { maxStepsPerTurn: '3' },
  { maxSteps: 3 },
  { access: { home: 'ann' } },
])('refuses the settings %j when it is loaded', async (config) => {
  const ctx = new Context()
  for (const name of plugin.inject) ctx.provide(name, new MemorySessionStore())
  await expect(async () => await ctx.plugin(plugin, config as plugin.Config)).rejects.toThrow('invalid config')
})
