import { Context } from '@deepseek-ai/cordis'
import * as llm from '@deepseek-ai/dsh-llm'
import type { ModelEvent } from '@deepseek-ai/dsh-llm'
import { runNode, startEndpoint } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import * as openaiCompatible from '../src/index.ts'
import { REQUEST } from './calling.ts'

it('streams through ctx.llm, and goes with its plugin', async () => {
  const endpoint = await startEndpoint(['hi'])
  const ctx = new Context()
  await ctx.plugin(llm)
  const fiber = ctx.plugin(openaiCompatible, { baseUrl: `${endpoint.url}/` })
  await fiber
  expect(ctx.llm.adapters()).toEqual(['openai-compatible'])
  const events: ModelEvent[] = []
  for await (const event of ctx.llm.stream(REQUEST)) events.push(event)
  expect(events).toEqual([
    { type: 'text', text: 'hi' },
    { type: 'finish', reason: 'stop' },
  ])
  expect(endpoint.requests[0]?.path).toBe('/v1/chat/completions')
  await fiber.dispose()
  expect(ctx.llm.adapters()).toEqual([])
  await endpoint.allConnectionsClosed()
})

it('ends a running call when it is unloaded, and closes the connection', async () => {
  const endpoint = await startEndpoint([{ text: 'a', hangs: 'end' }])
  const ctx = new Context()
  await ctx.plugin(llm)
  const fiber = ctx.plugin(openaiCompatible, { baseUrl: endpoint.url })
  await fiber
  const events = ctx.llm.stream(REQUEST)[Symbol.asyncIterator]()
  await events.next()
  const next = events.next()
  const outcome = next.catch((error: unknown) => error)
  await fiber.dispose()
  expect(await outcome).toMatchObject({ kind: 'unknown-adapter' })
  await endpoint.allConnectionsClosed()
})

it.each(['22', '24'] as const)('loads its libraries with the first request, not before, on Node %s', async (node) => {
  const endpoint = await startEndpoint([{ text: 'hi', delayMs: 1 }])
  const source = `
    import { registerHooks } from 'node:module'
    const heavy = new Set()
    registerHooks({
      resolve(specifier, context, next) {
        const name = /^(?:undici|eventsource-parser)/.exec(specifier)?.[0]
        if (name) heavy.add(name)
        return next(specifier, context)
      },
    })
    const { Context } = await import('@deepseek-ai/cordis')
    const llm = await import('@deepseek-ai/dsh-llm')
    const openaiCompatible = await import('@deepseek-ai/dsh-llm-openai-compatible')
    const ctx = new Context()
    await ctx.plugin(llm)
    await ctx.plugin(openaiCompatible, { baseUrl: process.env.ENDPOINT })
    const before = [...heavy]
    const events = []
    for await (const event of ctx.llm.stream(JSON.parse(process.env.REQUEST))) events.push(event.type)
    console.log(JSON.stringify({ before, isLoaded: heavy.has('undici') && heavy.has('eventsource-parser'), events }))
  `
  const { stdout, stderr, code } = await runNode({
    node,
    args: ['--input-type=module', '--eval', source],
    cwd: import.meta.dirname,
    env: { ENDPOINT: endpoint.url, REQUEST: JSON.stringify(REQUEST) },
  })
  expect({ stdout, stderr, code }).toEqual({
    stdout: `${JSON.stringify({ before: [], isLoaded: true, events: ['text', 'finish'] })}\n`,
    stderr: '',
    code: 0,
  })
})
