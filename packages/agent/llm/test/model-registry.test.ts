import { Context } from '@deepseek-ai/cordis'
import { scriptedModel } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import * as llm from '../src/index.ts'
import { type ModelAdapter, type ModelEvent, ModelError, type ModelRequest } from '../src/index.ts'

const REQUEST: ModelRequest = {
  adapter: 'scripted',
  model: 'm',
  parameters: {},
  system: '',
  tools: [],
  messages: [{ role: 'user', content: 'hello' }],
}

async function mounted(): Promise<Context> {
  const ctx = new Context()
  await ctx.plugin(llm)
  return ctx
}

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

it('streams from the adapter that the request names', async () => {
  const ctx = await mounted()
  const model = scriptedModel(['hi'])
  ctx.llm.register(model)
  ctx.llm.register(scriptedModel(['not me'], 'other'))
  expect(ctx.llm.adapters()).toEqual(['other', 'scripted'])
  expect(await collect(ctx.llm.stream(REQUEST, { sessionId: 's' }))).toEqual([
    { type: 'text', text: 'hi' },
    { type: 'finish', reason: 'stop' },
  ])
  expect(model.requests).toEqual([REQUEST])
})

it('names the adapters there are when the wanted one is not among them', async () => {
  const ctx = await mounted()
  const call = (): Promise<ModelEvent[]> => collect(ctx.llm.stream(REQUEST))
  await expect(call()).rejects.toThrow('There is no model adapter "scripted". None is registered.')
  ctx.llm.register(scriptedModel([], 'b'))
  ctx.llm.register(scriptedModel([], 'a'))
  const error: unknown = await call().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ModelError)
  expect(error).toMatchObject({
    kind: 'unknown-adapter',
    message: 'There is no model adapter "scripted". Registered: a, b.',
  })
})

it('refuses a second adapter of one name and keeps the first', async () => {
  const ctx = await mounted()
  ctx.llm.register(scriptedModel(['first']))
  expect(() => ctx.llm.register(scriptedModel(['second']))).toThrow('"scripted" is registered already')
  expect(await collect(ctx.llm.stream(REQUEST))).toContainEqual({ type: 'text', text: 'first' })
})

it('takes an adapter away with the undo, at once, and only once', async () => {
  const ctx = await mounted()
  const undo = ctx.llm.register(scriptedModel([]))
  undo()
  expect(ctx.llm.adapters()).toEqual([])
  ctx.llm.register(scriptedModel([]))
  undo()
  expect(ctx.llm.adapters()).toEqual(['scripted'])
})

it('takes an adapter away with the plugin that registered it', async () => {
  const ctx = await mounted()
  const plugin = {
    inject: ['llm'],
    apply(pluginCtx: Context) {
      pluginCtx.llm.register(scriptedModel([]))
    },
  }
  const fiber = ctx.plugin(plugin)
  await fiber
  expect(ctx.llm.adapters()).toEqual(['scripted'])
  await fiber.dispose()
  expect(ctx.llm.adapters()).toEqual([])
})

it('ends a running call when its adapter is taken away', async () => {
  const ctx = await mounted()
  const undo = ctx.llm.register(scriptedModel([{ text: 'a', hangs: true }]))
  const events = ctx.llm.stream(REQUEST)[Symbol.asyncIterator]()
  expect(await events.next()).toMatchObject({ value: { type: 'text', text: 'a' } })
  const next = events.next()
  undo()
  await expect(next).rejects.toMatchObject({
    kind: 'unknown-adapter',
    message: 'The model adapter "scripted" was unloaded.',
  })
})

it('rethrows the reason of an abort unchanged, before and during a call', async () => {
  const ctx = await mounted()
  const model = scriptedModel([{ hangs: true }])
  ctx.llm.register(model)
  for (const reason of [new Error('enough'), 'a string', 0]) {
    const caught = await collect(ctx.llm.stream(REQUEST, { signal: AbortSignal.abort(reason) })).catch(
      (e: unknown) => e,
    )
    expect(caught).toBe(reason)
  }
  expect(model.requests).toEqual([])
  const controller = new AbortController()
  const reason = new Error('enough')
  const call = collect(ctx.llm.stream(REQUEST, { signal: controller.signal }))
  setImmediate(() => controller.abort(reason))
  await expect(call).rejects.toBe(reason)
})

it('gives nothing more after an abort, also when the adapter does not look at its signal', async () => {
  const ctx = await mounted()
  const reason = new Error('enough')
  const controller = new AbortController()
  const deaf: ModelAdapter = {
    name: 'scripted',
    async *stream() {
      yield { type: 'text', text: 'a' }
      controller.abort(reason)
      yield { type: 'text', text: 'b' }
    },
  }
  ctx.llm.register(deaf)
  const seen: ModelEvent[] = []
  const call = async (): Promise<void> => {
    for await (const event of ctx.llm.stream(REQUEST, { signal: controller.signal })) seen.push(event)
  }
  await expect(call()).rejects.toBe(reason)
  expect(seen).toEqual([{ type: 'text', text: 'a' }])
})

it('ends every answer with exactly one finish, whatever the adapter does', async () => {
  const ctx = await mounted()
  const finish = { type: 'finish', reason: 'stop' } as const
  ctx.llm.register(scriptedModel([[finish, { type: 'text', text: 'late' }, finish], [{ type: 'text', text: 'a' }]]))
  expect(await collect(ctx.llm.stream(REQUEST))).toEqual([finish])
  await expect(collect(ctx.llm.stream(REQUEST))).rejects.toMatchObject({ kind: 'invalid-response' })
})

it('lets the adapter end when the caller stops listening', async () => {
  const ctx = await mounted()
  let isEnded = false
  ctx.llm.register({
    name: 'scripted',
    async *stream() {
      try {
        yield { type: 'text', text: 'a' }
        yield { type: 'text', text: 'b' }
      } finally {
        isEnded = true
      }
    },
  })
  for await (const event of ctx.llm.stream(REQUEST)) {
    expect(event).toEqual({ type: 'text', text: 'a' })
    break
  }
  expect(isEnded).toBe(true)
})

it('refuses settings that it does not have', async () => {
  const ctx = new Context()
  await expect(ctx.plugin(llm, { extra: 1 } as never)).rejects.toThrow('extra')
})
