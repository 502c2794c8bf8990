import { ModelError } from '@deepseek-ai/dsh-llm'
import { scriptedModel } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import type { AgentEvent } from '../src/index.ts'
import { agentOf, echoTool, eventsOf, loggedLines, mount, typesOf, user } from './fixture.ts'

const echo = (text: string) => ({ name: 'echo', arguments: { text } })

it('asks, runs the tools one after another, asks again, and logs it so that nothing is missing', async () => {
  const scripted = scriptedModel([{ text: 'Let me see.', toolCalls: [echo('one'), echo('two')] }, 'Done.'])
  const ctx = await mount(scripted)
  ctx.tools.register(echoTool())
  const agent = agentOf(ctx)
  expect(await agent.prompt('Go')).toEqual({ status: 'completed', answer: 'Done.' })
  expect(typesOf(agent.session)).toEqual([
    'session/start',
    'turn/start',
    'user/message',
    'request/header',
    'request/start',
    'assistant/message',
    'tool/result',
    'tool/result',
    'request/start',
    'assistant/message',
    'turn/end completed',
  ])
  expect(scripted.requests[1]?.messages).toEqual([
    user('Go'),
    {
      role: 'assistant',
      content: 'Let me see.',
      toolCalls: [
        { id: 'call_1', name: 'echo', arguments: '{"text":"one"}' },
        { id: 'call_2', name: 'echo', arguments: '{"text":"two"}' },
      ],
    },
    { role: 'tool', toolCallId: 'call_1', toolName: 'echo', content: 'echo: one' },
    { role: 'tool', toolCallId: 'call_2', toolName: 'echo', content: 'echo: two' },
  ])
})

it('tells its subscribers and the plugins everything in order, each event after it was logged', async () => {
  const scripted = scriptedModel([
    [
      { type: 'retry', message: 'busy', delayMs: 1 },
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'A' },
      { type: 'text', text: 'B' },
      { type: 'tool-call', call: { id: 'x', name: 'echo', arguments: '{"text":"f.txt"}' } },
      { type: 'finish', reason: 'tool-calls' },
    ],
    'Done.',
  ])
  const ctx = await mount(scripted)
  ctx.tools.register(echoTool())
  const agent = agentOf(ctx)
  const heard: AgentEvent[] = []
  const pluginHeard: AgentEvent[] = []
  const early: AgentEvent[] = []
  agent.subscribe((event) => {
    heard.push(event)
    if (event.type === 'session' && agent.session.events.at(-1) !== event.event) early.push(event)
  })
  ctx.on('agent/event', (teller, event) => {
    expect(teller).toBe(agent)
    pluginHeard.push(event)
  })
  await agent.prompt('Go')
  expect(early).toEqual([])
  expect(pluginHeard).toEqual(heard)
  expect(heard.filter((event) => event.type !== 'session')).toEqual([
    { type: 'retry', message: 'busy', delayMs: 1 },
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'A' },
    { type: 'text', text: 'B' },
    { type: 'tool/start', toolCallId: 'x', toolName: 'echo', title: 'Say f.txt', locations: ['/work/f.txt'] },
    { type: 'text', text: 'Done.' },
  ])
  expect(heard.filter((event) => event.type === 'session').map(({ event }) => event)).toEqual(
    agent.session.events.slice(1),
  )
})

it('goes on whatever its listeners throw or reject with, and logs that', async () => {
  const ctx = await mount(scriptedModel(['Done.']))
  const agent = agentOf(ctx)
  const heard: string[] = []
  agent.subscribe(() => {
    throw new Error('subscriber')
  })
  agent.subscribe(() => Promise.reject(new Error('async subscriber')) as unknown as undefined)
  ctx.on('agent/event', () => {
    throw new Error('plugin')
  })
  ctx.on('agent/event', (_agent, event) => void heard.push(event.type))
  ctx.on('internal/dispatch', (_mode, name) => {
    if (name === 'agent/event' && heard.length > 3) throw new Error('observer')
  })
  expect(await agent.prompt('Go')).toEqual({ status: 'completed', answer: 'Done.' })
  const logged = new Set(loggedLines(ctx))
  expect(logged).toEqual(new Set(['Error: subscriber', 'Error: async subscriber', 'Error: plugin', 'Error: observer']))
})

it('names a call that nobody can describe by its tool, and lets its result say what is wrong', async () => {
  const calls = [
    { name: 'nope', arguments: {} },
    { name: 'echo', arguments: '{"text":' },
    { name: 'echo', arguments: {} },
  ]
  const ctx = await mount(scriptedModel([{ toolCalls: calls }, 'Done.']))
  ctx.tools.register(echoTool())
  const agent = agentOf(ctx)
  const titles: string[] = []
  agent.subscribe((event) => event.type === 'tool/start' && titles.push(event.title))
  expect(await agent.prompt('Go')).toMatchObject({ status: 'completed' })
  expect(titles).toEqual(['nope', 'echo', 'echo'])
  expect(eventsOf(agent.session, 'tool/result').map((event) => event.isError)).toEqual([true, true, true])
})

it('gives calls that came with one id, or none, an id each', async () => {
  const calls = ['', 'a', 'a', 'a_2', ''].map((id) => ({ ...echo('x'), id }))
  const ctx = await mount(scriptedModel([{ toolCalls: calls }, 'Done.']))
  ctx.tools.register(echoTool())
  const agent = agentOf(ctx)
  expect(await agent.prompt('Go')).toMatchObject({ status: 'completed' })
  const ids = eventsOf(agent.session, 'tool/result').map((event) => event.toolCallId)
  expect(ids).toEqual(['call', 'a', 'a_2', 'a_2_2', 'call_2'])
  expect(eventsOf(agent.session, 'assistant/message')[0]?.toolCalls?.map((call) => call.id)).toEqual(ids)
})

it('ends a turn that makes too many requests, and goes on when asked to', async () => {
  const ctx = await mount(
    scriptedModel(() => ({ toolCalls: [echo('again')] })),
    { maxStepsPerTurn: 2 },
  )
  ctx.tools.register(echoTool())
  const agent = agentOf(ctx)
  const error =
    'The turn was ended after 2 requests to the model, the most that one turn may make (maxStepsPerTurn). Ask to go on if the work is not done.'
  expect(await agent.prompt('Go')).toEqual({ status: 'failed', answer: '', error, isOverStepLimit: true })
  expect(agent.session.events.at(-1)).toMatchObject({ type: 'turn/end', status: 'failed', error })
  expect(typesOf(agent.session).filter((type) => type === 'request/start')).toHaveLength(2)
  expect(eventsOf(agent.session, 'tool/result')).toHaveLength(2)
  expect(await agent.prompt('Go on')).toMatchObject({ status: 'failed' })
})

it('ends the turn with the sentence of the endpoint, keeps the words that came, and goes on', async () => {
  const fails = new ModelError({ kind: 'stream', message: 'The endpoint broke off.' })
  const partly = { text: 'Part', toolCalls: [echo('x')], fails }
  const scripted = scriptedModel([partly, { fails }, 'Fine.'])
  const ctx = await mount(scripted)
  const agent = agentOf(ctx)
  expect(await agent.prompt('One')).toEqual({ status: 'failed', answer: 'Part', error: 'The endpoint broke off.' })
  expect(await agent.prompt('Two')).toEqual({ status: 'failed', answer: '', error: 'The endpoint broke off.' })
  expect(await agent.prompt('Three')).toEqual({ status: 'completed', answer: 'Fine.' })
  expect(
    eventsOf(agent.session, 'assistant/message').map(({ content, toolCalls, finish }) => ({
      content,
      toolCalls,
      finish,
    })),
  ).toEqual([
    { content: 'Part', toolCalls: undefined, finish: undefined },
    { content: 'Fine.', toolCalls: undefined, finish: 'stop' },
  ])
  expect(scripted.requests[2]?.messages).toEqual([
    user('One'),
    { role: 'assistant', content: 'Part' },
    user('Two'),
    user('Three'),
  ])
  expect(loggedLines(ctx)).toEqual([])
})

it('keeps foreign errors out of the session and puts them into the log of the program [D6]', async () => {
  const canary = 'sk-canary-7f3a'
  const scripted = scriptedModel([
    { fails: new RangeError(`Bad header: Bearer ${canary}`, { cause: new Error(canary) }) },
    { fails: new ModelError({ kind: 'auth', message: 'The key was refused.', cause: new Error(canary) }) },
  ])
  const ctx = await mount(scripted)
  const agent = agentOf(ctx)
  const result = await agent.prompt('Go')
  expect(result.error).toBe('The turn failed because of a fault in a program (RangeError). Its log says more.')
  expect(await agent.prompt('Go')).toMatchObject({ error: 'The key was refused.' })
  expect(JSON.stringify([result, agent.session.events])).not.toContain(canary)
  expect(loggedLines(ctx).some((line) => line.startsWith('RangeError: Bad header'))).toBe(true)
})

it('refuses a second prompt while one runs, without harm to the first', async () => {
  const ctx = await mount(scriptedModel(['Done.', 'Again.']))
  const agent = agentOf(ctx)
  const first = agent.prompt('One')
  await expect(agent.prompt('Two')).rejects.toThrow('The agent runs a turn already')
  expect(await first).toMatchObject({ status: 'completed' })
  expect(await agent.prompt('Three')).toMatchObject({ status: 'completed', answer: 'Again.' })
  expect(eventsOf(agent.session, 'user/message').map((event) => event.content)).toEqual(['One', 'Three'])
})

it('names an adapter that is not there', async () => {
  const ctx = await mount(scriptedModel([]))
  const agent = agentOf(ctx, { model: { adapter: 'nowhere', model: 'x' } })
  expect(await agent.prompt('Go')).toMatchObject({ status: 'failed', error: expect.stringContaining('"nowhere"') })
})

it('writes a new header when model, parameters or tools changed, and only then', async () => {
  const scripted = scriptedModel(['1', '2', '3', '4', '5', '6'])
  const ctx = await mount(scripted)
  const agent = agentOf(ctx, { system: 'Be brief.' })
  await agent.prompt('1')
  agent.setModel({ ...model2(), parameters: {} })
  await agent.prompt('2')
  agent.setModel(model2())
  await agent.prompt('3')
  agent.setModel({ ...model2(), parameters: { temperature: 0 } })
  await agent.prompt('4')
  const undo = ctx.tools.register(echoTool())
  await agent.prompt('5')
  undo()
  await agent.prompt('6')
  const headers = eventsOf(agent.session, 'request/header')
  expect(headers.map(({ reason, model, parameters, tools }) => [reason, model, parameters, tools.length])).toEqual([
    ['initial', 'small', {}, 0],
    ['change', 'large', {}, 0],
    ['change', 'large', { temperature: 0 }, 0],
    ['change', 'large', { temperature: 0 }, 1],
    ['change', 'large', { temperature: 0 }, 0],
  ])
  expect(headers.every((header) => header.system === 'Be brief.')).toBe(true)
  expect(scripted.requests.map((request) => request.model)).toEqual([
    'small',
    'large',
    'large',
    'large',
    'large',
    'large',
  ])
})

function model2() {
  return { adapter: 'scripted', model: 'large' }
}
