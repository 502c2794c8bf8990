import type { Context } from '@deepseek-ai/cordis'
import type { Message } from '@deepseek-ai/dsh-llm'
import { requests } from '@deepseek-ai/dsh-session'
import { scriptedModel } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import type { Agent } from '../src/index.ts'
import { agentOf, echoTool, eventsOf, loggedLines, mount, typesOf, user } from './fixture.ts'

type Contributor = (
  agent: Agent,
  messages: readonly Message[],
  signal: AbortSignal,
  next: () => Promise<readonly Message[]>,
) => Promise<readonly Message[]>

function contribute(ctx: Context, name: string, contributor: Contributor) {
  return ctx.plugin({ name, apply: (inner: Context) => void inner.on('agent/session-prefix', contributor) })
}

const catalogOf =
  (text: string): Contributor =>
  async (_agent, _messages, _signal, next) => [user(text), ...(await next())]

it('stands in each request exactly once, in the same bytes, and never in the history [F59] [F61]', async () => {
  const scripted = scriptedModel((_request, index) =>
    index % 2 === 0 ? { toolCalls: [{ name: 'echo', arguments: { text: 'x' } }] } : 'Done.',
  )
  const ctx = await mount(scripted)
  ctx.tools.register(echoTool())
  let compositions = 0
  const seen: unknown[] = []
  await contribute(ctx, 'first', async (agent, messages, signal, next) => {
    compositions += 1
    seen.push(agent, messages, Object.isFrozen(messages), signal instanceof AbortSignal)
    const rest = await next()
    seen.push(Object.isFrozen(rest))
    return [user(`catalog ${compositions}`), ...rest]
  })
  await contribute(ctx, 'second', catalogOf('more'))
  const session = ctx.sessions.create({ cwd: '/work', id: 'one' })
  const agent = agentOf(ctx, { session })
  for (let turn = 0; turn < 30; turn += 1) await agent.prompt(`Turn ${turn}`)
  expect(compositions).toBe(1)
  expect(seen).toEqual([agent, [], true, true, true])
  expect(scripted.requests).toHaveLength(60)
  const starts = new Set(
    scripted.requests.map((request) => JSON.stringify([request.system, request.tools, request.messages.slice(0, 2)])),
  )
  expect(starts.size).toBe(1)
  for (const request of scripted.requests) {
    expect(request.messages.filter((message) => message.content.startsWith('catalog'))).toEqual([user('catalog 1')])
  }
  expect(JSON.stringify(session.messages())).not.toContain('catalog')
  const [header] = eventsOf(session, 'request/header')
  expect(header?.prefix).toEqual([user('catalog 1'), user('more')])
  expect(header?.prefix.every(Object.isFrozen)).toBe(true)

  await agent.dispose()
  const resumed = agentOf(ctx, { session: ctx.sessions.resume('one') })
  await resumed.prompt('Back again')
  expect(eventsOf(resumed.session, 'request/header').map(({ reason, prefix }) => [reason, prefix[0]?.content])).toEqual(
    [
      ['initial', 'catalog 1'],
      ['resume', 'catalog 2'],
    ],
  )
  expect(JSON.stringify([...requests(resumed.session.events)])).toBe(JSON.stringify(scripted.requests))
})

it('is empty without contributors, and what the outermost returns when that one does not ask the others', async () => {
  const scripted = scriptedModel(() => 'Done.')
  const ctx = await mount(scripted)
  await agentOf(ctx).prompt('Go')
  await contribute(ctx, 'alone', () => Promise.resolve([user('mine')]))
  await contribute(ctx, 'unheard', () => Promise.reject(new Error('never called')))
  await agentOf(ctx).prompt('Go')
  expect(scripted.requests.map((request) => request.messages)).toEqual([[user('Go')], [user('mine'), user('Go')]])
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
  ['throws text', () => Promise.reject('just text'), 'just text'],
  ['throws nothing', () => Promise.reject(undefined), 'it gave no reason'],
  [
    'returns nothing',
    () => Promise.resolve(undefined as unknown as Message[]),
    'it returned something that is no list of messages',
  ],
  [
    'returns text',
    () => Promise.resolve('hello' as unknown as Message[]),
    'it returned something that is no list of messages',
  ],
  [
    'returns no message',
    () => Promise.resolve([{ role: 'system', content: 'x' }] as unknown as Message[]),
    'it returned something that is no list of messages',
  ],
  ['returns what is no data', () => Promise.resolve([{ role: 'user', content: 1n }] as unknown as Message[]), 'BigInt'],
] as const)(
  'ends the turn with the name of a contributor that %s, and composes again for the next',
  async (_title, fail, reason) => {
    const scripted = scriptedModel(['Done.'])
    const ctx = await mount(scripted)
    await contribute(ctx, 'outer', catalogOf('outer'))
    const faulty = await contribute(ctx, 'faulty-plugin', fail)
    await contribute(ctx, 'inner', catalogOf('inner'))
    const agent = agentOf(ctx)
    const result = await agent.prompt('Go')
    expect(result.status).toBe('failed')
    expect(result.error).toContain('The plugin "faulty-plugin" failed to compose the session prefix: ')
    expect(result.error).toContain(reason)
    expect(typesOf(agent.session)).toEqual(['session/start', 'turn/start', 'turn/end failed'])
    await faulty.dispose()
    expect(await agent.prompt('Go')).toMatchObject({ status: 'completed' })
    expect(scripted.requests[0]?.messages).toEqual([user('outer'), user('inner'), user('Go')])
    expect(loggedLines(ctx)).toEqual([])
  },
)

it('lets a contributor live without those behind it, awaited or not, called twice or not', async () => {
  const scripted = scriptedModel(['Done.'])
  const ctx = await mount(scripted)
  let calls = 0
  await contribute(ctx, 'careful', async (_agent, _messages, _signal, next) => {
    void next()
    const rest = await next().catch(() => [user('something went missing')])
    return [user('mine'), ...rest]
  })
  await contribute(ctx, 'careless', (_agent, _messages, _signal, next) => {
    void next()
    return Promise.reject(new Error('careless'))
  })
  await contribute(ctx, 'broken', () => {
    calls += 1
    return Promise.reject(new Error('broken'))
  })
  expect(await agentOf(ctx).prompt('Go')).toMatchObject({ status: 'completed' })
  expect(calls).toBe(1)
  expect(scripted.requests[0]?.messages).toEqual([user('mine'), user('something went missing'), user('Go')])
})

it('discards an interrupted composition, and keeps one that was whole', async () => {
  const scripted = scriptedModel(['Done.'])
  const ctx = await mount(scripted)
  let compositions = 0
  await contribute(ctx, 'slow', async (agent, _messages, signal) => {
    compositions += 1
    const text = `catalog ${compositions}`
    if (compositions === 1) {
      setImmediate(() => agent.cancel())
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    return [user(text)]
  })
  const agent = agentOf(ctx)
  expect(await agent.prompt('One')).toEqual({ status: 'cancelled', answer: '' })
  const stop = agent.subscribe(
    (event) => event.type === 'session' && event.event.type === 'user/message' && agent.cancel(),
  )
  expect(await agent.prompt('Two')).toEqual({ status: 'cancelled', answer: '' })
  stop()
  await agent.prompt('Three')
  expect(compositions).toBe(2)
  expect(scripted.requests[0]?.messages).toEqual([user('catalog 2'), user('Two'), user('Three')])
})

it('cannot be changed by who composed it', async () => {
  const scripted = scriptedModel(() => 'Done.')
  const ctx = await mount(scripted)
  const mine = { role: 'user' as const, content: 'mine' }
  const list: Message[] = [mine]
  await contribute(ctx, 'changeable', () => Promise.resolve(list))
  const agent = agentOf(ctx)
  await agent.prompt('One')
  mine.content = 'changed'
  list.push(user('pushed'))
  await agent.prompt('Two')
  expect(scripted.requests[1]?.messages[0]).toEqual(user('mine'))
  expect(eventsOf(agent.session, 'request/header')).toHaveLength(1)
})
