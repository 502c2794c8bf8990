import type { Context } from '@deepseek-ai/cordis'
import { requests } from '@deepseek-ai/dsh-session'
import { scriptedModel } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import type { Agent } from '../src/index.ts'
import { agentOf, eventsOf, loggedLines, mount, typesOf, user } from './fixture.ts'

type Listener = (agent: Agent, signal: AbortSignal) => Promise<void> | void

function listen(ctx: Context, name: string, listener: Listener) {
  return ctx.plugin({ name, apply: (inner: Context) => void inner.on('agent/before-turn', listener) })
}

const remind = (agent: Agent, content: string): void =>
  void agent.session.append({ type: 'reminder', code: 'test', content })

it('runs before the words of each turn are logged, one listener after another, the prefix composed', async () => {
  const scripted = scriptedModel(() => 'Done.')
  const ctx = await mount(scripted)
  ctx.on('agent/session-prefix', async (_agent, _messages, _signal, next) => [user('prefix'), ...(await next())])
  const first = await listen(ctx, 'first', async (agent) => {
    await new Promise((resolve) => setImmediate(resolve))
    remind(agent, 'first')
  })
  await listen(ctx, 'second', (agent) => remind(agent, 'second'))
  const agent = agentOf(ctx)
  await agent.prompt('One')
  expect(scripted.requests[0]?.messages).toEqual(['prefix', 'first', 'second', 'One'].map(user))
  await first.dispose()
  await agent.prompt('Two')
  expect(scripted.requests[1]?.messages.slice(-2)).toEqual(['second', 'Two'].map(user))
  expect(scripted.requests[1]?.messages.slice(0, 4)).toEqual(scripted.requests[0]?.messages)
  expect(JSON.stringify([...requests(agent.session.events)])).toBe(JSON.stringify(scripted.requests))
})

it.each([
  ['throws', () => Promise.reject(new Error('the disk is gone')), 'the disk is gone'],
  [
    'throws before it waits',
    () => {
      throw new Error('at once')
    },
    'at once',
  ],
  ['throws nothing', () => Promise.reject(undefined), 'it gave no reason'],
] as const)('ends the turn with the name of a listener that %s; the next turn asks again', async (_, fail, reason) => {
  const scripted = scriptedModel(['Done.'])
  const ctx = await mount(scripted)
  const faulty = await listen(ctx, 'faulty-plugin', fail)
  let later = 0
  await listen(ctx, 'later', () => void (later += 1))
  const agent = agentOf(ctx)
  const error = `The plugin "faulty-plugin" failed before the turn: ${reason}`
  expect(await agent.prompt('Go')).toEqual({ status: 'failed', answer: '', error })
  expect(typesOf(agent.session)).toEqual(['session/start', 'turn/start', 'turn/end failed'])
  expect(later).toBe(0)
  await faulty.dispose()
  expect(await agent.prompt('Go')).toMatchObject({ status: 'completed' })
  expect([later, loggedLines(ctx)]).toEqual([1, []])
})

it('is not waited for when the turn is cancelled, and the words are not logged then', async () => {
  const scripted = scriptedModel([])
  const ctx = await mount(scripted)
  const signals: AbortSignal[] = []
  await listen(ctx, 'hangs', (agent, signal) => {
    signals.push(signal)
    setImmediate(() => agent.cancel())
    return new Promise(() => {})
  })
  await listen(ctx, 'unheard', () => Promise.reject(new Error('never called')))
  const agent = agentOf(ctx)
  expect(await agent.prompt('Go')).toEqual({ status: 'cancelled', answer: '' })
  expect(signals[0]?.aborted).toBe(true)
  expect(eventsOf(agent.session, 'user/message')).toEqual([])
})

it('logs the line that a turn came of, with its skill, and sends the text alone', async () => {
  const scripted = scriptedModel(() => 'Done.')
  const ctx = await mount(scripted)
  const agent = agentOf(ctx)
  const skill = { name: 'tea', typed: '/skill:tea now', folder: '/skills/tea' }
  await agent.prompt('Whole text', { skill })
  await agent.prompt('Whole text', { skill })
  expect(agent.session.loadedSkills()).toEqual([{ name: 'tea', folder: '/skills/tea' }])
  expect(typesOf(agent.session, 1).slice(0, 2)).toEqual(['turn/start', 'user/message'])
  for (const event of eventsOf(agent.session, 'user/message')) {
    expect(event).toMatchObject({ content: 'Whole text', skill })
    expect(event.skill).toEqual(skill)
  }
  expect(scripted.requests[0]?.messages).toEqual([user('Whole text')])
  expect(JSON.stringify([...requests(agent.session.events)])).toBe(JSON.stringify(scripted.requests))
})
