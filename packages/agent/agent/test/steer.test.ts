import { requests, FileSessionStore } from '@deepseek-ai/dsh-session'
import { type ScriptedModel, scriptedModel, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import type { Agent } from '../src/index.ts'
import { agentOf, echoTool, eventsOf, isValidHistory, mount, typesOf, user } from './fixture.ts'

const call = { toolCalls: [{ name: 'echo', arguments: { text: 'one' } }] }

/** An agent whose tool runs `meanwhile` before it answers. */
async function agentWith(scripted: ScriptedModel, meanwhile: (agent: Agent) => void, directory?: string) {
  const ctx = await mount(scripted, directory === undefined ? {} : { directory })
  const agent: Agent = agentOf(ctx)
  ctx.tools.register(
    echoTool('echo', () => {
      meanwhile(agent)
      return Promise.resolve({ content: 'echo' })
    }),
  )
  return agent
}

it('puts words into the running turn before its next request, in order, with the skill that they bring', async () => {
  const scripted = scriptedModel([call, 'Done.'])
  const skill = { name: 'tea', typed: '/skill:tea now', folder: '/skills/tea' }
  const taken: boolean[] = []
  const agent = await agentWith(scripted, (running) => {
    taken.push(running.steer({ text: 'Faster' }), running.steer({ text: 'Brew.', skill }))
  })
  expect(await agent.prompt('Go')).toEqual({ status: 'completed', answer: 'Done.' })
  expect(taken).toEqual([true, true])
  expect(typesOf(agent.session, 5)).toEqual([
    'assistant/message',
    'tool/result',
    'user/message',
    'user/message',
    'request/start',
    'assistant/message',
    'turn/end completed',
  ])
  expect(scripted.requests[1]?.messages.slice(-2)).toEqual([user('Faster'), user('Brew.')])
  expect(eventsOf(agent.session, 'user/message').at(-1)?.skill).toEqual(skill)
})

it('takes words as soon as a turn has begun: they go out with its first request', async () => {
  const scripted = scriptedModel(['Done.'])
  const agent = await agentWith(scripted, () => {})
  const turn = agent.prompt('One')
  expect(agent.steer({ text: 'Two' })).toBe(true)
  await turn
  expect(scripted.requests.map(({ messages }) => messages)).toEqual([[user('One'), user('Two')]])
})

it('gives back what came too late for the turn, and takes nothing between turns', async () => {
  const scripted = scriptedModel(['First.', 'Second.'])
  const agent = await agentWith(scripted, () => {})
  agent.subscribe((event) => {
    if (event.type === 'text' && event.text === 'First.') agent.steer({ text: 'And this' })
    if (event.type === 'session' && event.event.type === 'turn/end') agent.steer({ text: 'And that' })
  })
  expect(agent.steer({ text: 'Too early' })).toBe(false)
  expect(await agent.prompt('Go')).toEqual({
    status: 'completed',
    answer: 'First.',
    unsteered: [{ text: 'And this' }, { text: 'And that' }],
  })
  expect(agent.steer({ text: 'Too late' })).toBe(false)
  const { unsteered } = await agent.prompt('Again')
  expect(unsteered).toEqual([{ text: 'And that' }])
  expect(scripted.requests[1]?.messages).toEqual([user('Go'), { role: 'assistant', content: 'First.' }, user('Again')])
})

it('gives words back when the turn is cancelled, fails or meets its limit of requests', async () => {
  const cancelled = await agentWith(scriptedModel([call]), (agent) => {
    agent.steer({ text: 'Wait' })
    agent.cancel()
  })
  expect(await cancelled.prompt('Go')).toMatchObject({ status: 'cancelled', unsteered: [{ text: 'Wait' }] })

  const failing = await agentWith(scriptedModel([{ fails: new Error('down') }]), () => {})
  failing.subscribe((event) => {
    if (event.type === 'session' && event.event.type === 'request/start') failing.steer({ text: 'Wait' })
  })
  expect(await failing.prompt('Go')).toMatchObject({ status: 'failed', unsteered: [{ text: 'Wait' }] })

  const ctx = await mount(scriptedModel([call]), { maxStepsPerTurn: 1 })
  const agent: Agent = agentOf(ctx)
  ctx.tools.register(echoTool('echo', () => (agent.steer({ text: 'Wait' }), Promise.resolve({ content: '' }))))
  expect(await agent.prompt('Go')).toMatchObject({ isOverStepLimit: true, unsteered: [{ text: 'Wait' }] })
})

it('rebuilds steered requests from the log alone', async () => {
  const directory = temporaryFolder()
  const scripted = scriptedModel([call, call, 'Done.'])
  let round = 0
  const agent = await agentWith(scripted, (running) => void running.steer({ text: `Round ${(round += 1)}` }), directory)
  await agent.prompt('Go')
  await agent.dispose()
  const log = new FileSessionStore(directory).open(agent.session.id)
  log.close()
  expect(JSON.stringify([...requests(log.events)])).toBe(JSON.stringify(scripted.requests))
  for (const request of scripted.requests) expect(isValidHistory(request.messages)).toBe(true)
})
