import { readdirSync } from 'node:fs'
import { Context } from '@deepseek-ai/cordis'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import * as session from '../src/index.ts'

it('keeps sessions in memory without settings, and as files with a folder', async () => {
  const ctx = new Context()
  const inMemory = await ctx.plugin(session)
  expect(ctx.sessions.store).toBeInstanceOf(session.MemorySessionStore)
  await inMemory.dispose()
  expect(ctx.get('sessions')).toBeUndefined()
  const directory = temporaryFolder()
  await ctx.plugin(session, { directory })
  const kept = ctx.sessions.create({ cwd: '/work' })
  kept.append({ type: 'turn/start' })
  const { id } = kept
  expect(readdirSync(directory).toSorted()).toEqual([`${id}.jsonl`, `${id}.lock`])
  await ctx.fiber.dispose()
})

it.each([{ directory: 'relative' }, { directory: '' }, { directory: 1 }, { folder: '/x' }])(
  'refuses the settings %j when it is loaded',
  async (config) => {
    const ctx = new Context()
    await expect(async () => await ctx.plugin(session, config as session.Config)).rejects.toThrow('invalid config')
    expect(ctx.get('sessions')).toBeUndefined()
  },
)

it('lets those who use it end their work before it closes the sessions', async () => {
  const ctx = new Context()
  const directory = temporaryFolder()
  const fiber = await ctx.plugin(session, { directory })
  let written: unknown
  await ctx.plugin({
    inject: ['sessions'],
    apply(user: Context) {
      const open = user.sessions.create({ cwd: '/work', id: 'one' })
      user.effect(() => async () => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        written = open.append({ type: 'notice', code: 'bye', message: '' })
      })
    },
  })
  await fiber.dispose()
  expect(written).toMatchObject({ seq: 1 })
  expect(readdirSync(directory)).toEqual(['one.jsonl'])
})

it('reports what a listener throws to the log of the program', async () => {
  const ctx = new Context()
  await ctx.plugin(session)
  const open = ctx.sessions.create({ cwd: '/work' })
  open.subscribe(() => {
    throw new Error('from a listener')
  })
  open.append({ type: 'turn/start' })
  expect(ctx.logger.buffer.map((message) => String(message.args[0]))).toEqual(['Error: from a listener'])
  await ctx.fiber.dispose()
})
