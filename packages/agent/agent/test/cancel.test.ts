import { getEventListeners } from 'node:events'
import type { ModelAdapter, ModelRequest } from '@deepseek-ai/dsh-llm'
import { requests } from '@deepseek-ai/dsh-session'
import { scriptedModel } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { agentOf, echoTool, eventsOf, isValidHistory, loggedLines, mount, typesOf, user } from './fixture.ts'

const CANCELLED =
  'Cancelled: the user ended the turn before this tool call had a result. It may have run in part, or not at all.'

const echo = (text: string) => ({ name: 'echo', arguments: { text } })

/** Answers without any pause but a few ticks: two calls first, then words. */
function quickModel(): ModelAdapter & { readonly requests: ModelRequest[] } {
  const sent: ModelRequest[] = []
  return {
    name: 'scripted',
    requests: sent,
    async *stream(request) {
      sent.push(request)
      await Promise.resolve()
      yield { type: 'text', text: 'Some words. ' }
      if (request.messages.at(-1)?.role === 'tool') {
        yield { type: 'finish', reason: 'stop' }
        return
      }
      yield { type: 'tool-call', call: { id: 'a', name: 'echo', arguments: '{"text":"one"}' } }
      yield { type: 'tool-call', call: { id: 'b', name: 'echo', arguments: '{"text":"two"}' } }
      yield { type: 'finish', reason: 'tool-calls' }
    },
  }
}

it('ends as cancelled, whole and ready for more, at whichever await the abort comes [R10]', async () => {
  const adapter = quickModel()
  const ctx = await mount(adapter)
  ctx.on('agent/session-prefix', async (_agent, _messages, signal, next) => {
    await Promise.resolve()
    signal.throwIfAborted()
    return [user('catalog'), ...(await next())]
  })
  ctx.tools.register(
    echoTool('echo', async (_input, context) => ({
      content: String(await context.requestPermission({ kind: 'other', title: 'Ask', target: 'x' })),
    })),
  )
  const endings: string[] = []
  while (endings.at(-1) !== 'completed') {
    const agent = agentOf(ctx, { requestPermission: () => Promise.resolve('once') })
    const { session } = agent
    const controller = new AbortController()
    const turn = agent.prompt('Go', { signal: controller.signal })
    for (const _ of endings) await Promise.resolve()
    const wasOver = session.events.at(-1)?.type === 'turn/end'
    controller.abort(new Error('enough'))
    const { status } = await turn
    expect(status).toBe(wasOver ? 'completed' : 'cancelled')
    expect(session.events.at(-1)).toMatchObject({ type: 'turn/end', status })
    expect(isValidHistory(session.messages())).toBe(true)
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])

    expect(await agent.prompt('And then?')).toEqual({ status: 'completed', answer: 'Some words. ' })
    expect(isValidHistory(session.messages())).toBe(true)
    expect(JSON.stringify([...requests(session.events)])).toBe(JSON.stringify(adapter.requests.splice(0)))
    expect(eventsOf(session, 'request/header')).toHaveLength(1)
    expect(eventsOf(session, 'turn/end')).toHaveLength(2)
    await agent.dispose()
    endings.push(status)
  }
  expect(endings.length).toBeGreaterThan(30)
  expect(loggedLines(ctx)).toEqual([])
})

it('keeps the words that came, drops the calls, and answers the calls that were logged', async () => {
  const scripted = scriptedModel([{ text: 'Part', toolCalls: [echo('x')], hangs: true }, 'Fine.'])
  const ctx = await mount(scripted)
  const agent = agentOf(ctx)
  agent.subscribe((event) => event.type === 'text' && event.text === 'Part' && setImmediate(() => agent.cancel()))
  expect(await agent.prompt('One')).toEqual({ status: 'cancelled', answer: 'Part' })
  expect(typesOf(agent.session).slice(-3)).toEqual(['request/start', 'assistant/message', 'turn/end cancelled'])
  expect(eventsOf(agent.session, 'assistant/message')[0]).not.toHaveProperty('toolCalls')
  await agent.prompt('Two')
  expect(scripted.requests[1]?.messages).toEqual([user('One'), { role: 'assistant', content: 'Part' }, user('Two')])
})

it('hands the signal to the running tool, and cancels the calls behind it', async () => {
  const scripted = scriptedModel([
    { toolCalls: [echo('1'), { name: 'wait', arguments: { text: '2' } }, echo('3')] },
    'Fine.',
  ])
  const ctx = await mount(scripted)
  let reason: unknown
  ctx.tools.register(echoTool())
  ctx.tools.register(
    echoTool('wait', (_input, { signal }) => {
      setImmediate(() => agent.cancel())
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject((reason = signal.reason) as Error))
      })
    }),
  )
  const agent = agentOf(ctx)
  expect(await agent.prompt('Go')).toEqual({ status: 'cancelled', answer: '' })
  expect(reason).toHaveProperty('name', 'AbortError')
  expect(eventsOf(agent.session, 'tool/result').map(({ content, isError }) => [content, isError])).toEqual([
    ['echo: 1', undefined],
    [CANCELLED, true],
    [CANCELLED, true],
  ])
  expect(await agent.prompt('Go on')).toMatchObject({ status: 'completed' })
})

it('does not wait for an adapter, a tool, a contributor or a question that ignores the abort', async () => {
  const never = () => new Promise<never>(() => {})
  const deaf: ModelAdapter = {
    name: 'deaf',
    async *stream() {
      yield { type: 'text', text: 'Hm' }
      await never()
    },
  }
  const ctx = await mount(scriptedModel(() => ({ toolCalls: [echo('x')] })))
  ctx.llm.register(deaf)
  const cancelSoon = (agent: { cancel(): void }) => setTimeout(() => agent.cancel(), 5)

  const streaming = agentOf(ctx, { model: { adapter: 'deaf', model: 'x' } })
  cancelSoon(streaming)
  expect(await streaming.prompt('Go')).toEqual({ status: 'cancelled', answer: 'Hm' })

  const undo = ctx.tools.register(echoTool('echo', never))
  const running = agentOf(ctx)
  cancelSoon(running)
  expect(await running.prompt('Go')).toEqual({ status: 'cancelled', answer: '' })

  undo()
  ctx.tools.register(
    echoTool('echo', async (_input, context) => ({
      content: String(await context.requestPermission({ kind: 'other', title: '', target: '' })),
    })),
  )
  const asking = agentOf(ctx, { requestPermission: never })
  cancelSoon(asking)
  expect(await asking.prompt('Go')).toEqual({ status: 'cancelled', answer: '' })

  ctx.on('agent/session-prefix', never)
  const composing = agentOf(ctx)
  cancelSoon(composing)
  expect(await composing.prompt('Go')).toEqual({ status: 'cancelled', answer: '' })
  expect(typesOf(composing.session)).toEqual(['session/start', 'turn/start', 'turn/end cancelled'])
})

it('can be cancelled by whoever hears of an event, and by a signal that is aborted already', async () => {
  const scripted = scriptedModel(() => 'Done.')
  const agent = agentOf(await mount(scripted))
  for (const type of ['turn/start', 'user/message', 'request/start'] as const) {
    const stop = agent.subscribe((event) => event.type === 'session' && event.event.type === type && agent.cancel())
    expect(await agent.prompt('Go')).toEqual({ status: 'cancelled', answer: '' })
    stop()
  }
  expect(await agent.prompt('Go', { signal: AbortSignal.abort() })).toEqual({ status: 'cancelled', answer: '' })
  expect(scripted.requests).toEqual([])
  agent.cancel()
  expect(await agent.prompt('Go')).toEqual({ status: 'completed', answer: 'Done.' })
})
