import { Context } from '@deepseek-ai/cordis'
import * as llm from '@deepseek-ai/dsh-llm'
import { runNode } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import * as offline from '../src/index.ts'
import { collect } from './play-turn.ts'
import { requestOf } from './request.ts'

it('answers at ctx.llm while it is loaded, and is gone afterwards', async () => {
  const ctx = new Context()
  await ctx.plugin(llm)
  const fiber = ctx.plugin(offline)
  await fiber
  expect(ctx.llm.adapters()).toEqual(['offline'])
  const events = await collect(ctx.llm.stream(requestOf([{ role: 'user', content: 'hello' }])))
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  await fiber.dispose()
  expect(ctx.llm.adapters()).toEqual([])
})

it('refuses settings, for there are none', () => {
  expect(offline.Config.parse(undefined)).toEqual({})
  expect(() => offline.Config.parse({ model: 'x' })).toThrow('Unrecognized key')
})

it('loads search engine and word lists with the first request that needs them, and gives the same on every locale', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    const { offlineAdapter } = await import('@deepseek-ai/dsh-llm-offline')
    const before = loaded.some((url) => url.includes('minisearch') || url.includes('stopwords'))
    const content = '<system-reminder>\\n<available_skills>\\n- \`bushu\`: 部署服务\\n</available_skills>\\n</system-reminder>'
    const messages = [{ role: 'user', content }, { role: 'user', content: '请部署服务' }]
    const tools = [{ name: 'skill', description: '', parameters: {} }]
    const request = { adapter: 'offline', model: '', parameters: {}, system: '', tools, messages }
    for await (const event of offlineAdapter.stream(request, {})) console.log(before, JSON.stringify(event))
  `
  const cwd = new URL('..', import.meta.url).pathname
  const results = await Promise.all(
    [
      { node: '24', env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
      { node: '22', env: { LANG: 'C' } },
    ].map(({ node, env }) =>
      runNode({ args: ['--input-type=module', '-e', script], node: node as '22' | '24', env, cwd }),
    ),
  )
  for (const { stdout, stderr } of results) {
    expect(stderr).toBe('')
    expect(stdout).toBe(
      [
        'false {"type":"tool-call","call":{"id":"offline-1","name":"skill","arguments":"{\\"name\\":\\"bushu\\"}"}}',
        'false {"type":"finish","reason":"tool-calls"}',
        '',
      ].join('\n'),
    )
  }
})
