import { scriptedModel, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { KEY, loggedEvents, openApp } from './fixture.ts'
import { tool } from './tools.ts'

const target = `rm -rf ${'x '.repeat(700)}\nand \u001B[2Jmore`

/** An app whose model runs a tool that asks. */
function openAsking(allowedKinds: readonly 'execute'[] = []) {
  const model = scriptedModel((_request, index) =>
    index % 2 === 1 ? 'Done.' : { toolCalls: [{ name: 'run', arguments: { text: 'it' } }] },
  )
  return openApp({
    model,
    rows: 30,
    terminal: { allowedKinds },
    prepare: (ctx) =>
      void ctx.tools.register(
        tool('run', async (_input, { requestPermission }) => {
          const isAllowed = await requestPermission({ kind: 'execute', title: 'Run a command', target })
          return { content: isAllowed ? 'ran' : 'not allowed', isError: !isAllowed }
        }),
      ),
  })
}

const resultOf = (app: Awaited<ReturnType<typeof openAsking>>): string | undefined => {
  const result = loggedEvents(app.ctx).find((event) => event.type === 'tool/result')
  return result?.type === 'tool/result' ? result.content : undefined
}

it('asks before a command, shows the whole of it, and runs it when allowed', async () => {
  const app = await openAsking()
  const { terminal } = app
  app.send('Go')
  await terminal.until('→ Deny')
  expect(terminal.screen).toContain('more')
  terminal.type(KEY.down)
  await terminal.until('→ Allow this once')
  terminal.type(KEY.enter)
  await terminal.until('Done.')
  expect(resultOf(app)).toBe('ran')
  expect(terminal.screen).toContain('· allowed')
  expect(terminal.raw).not.toContain('\u001B[2Jmore')
})

it('does not ask again for what was allowed in the whole session', async () => {
  const app = await openAsking()
  app.send('Go')
  await app.terminal.until('→ Deny')
  app.terminal.type(KEY.down + KEY.down)
  await app.terminal.until('→ Allow this in the whole session')
  app.terminal.type(KEY.enter)
  await app.terminal.until('Done.')
  expect(app.terminal.screen).toContain('· allowed in this session')
  app.send('Again')
  await app.terminal.until((screen) => screen.split('Done.').length === 3)
  const results = loggedEvents(app.ctx).flatMap((event) => (event.type === 'tool/result' ? [event.content] : []))
  expect(results).toEqual(['ran', 'ran'])
})

it.each([
  ['Enter in the middle of a word', `yes please${KEY.enter}`],
  ['Esc', KEY.escape],
])('denies with %s', async (_name, keys) => {
  const app = await openAsking()
  app.send('Go')
  await app.terminal.until('→ Deny')
  app.terminal.type(keys)
  await app.terminal.until('Done.')
  expect(resultOf(app)).toBe('not allowed')
  expect(app.terminal.screen).toContain('· denied')
})

it('takes the question back when the turn is cancelled with Ctrl-C', async () => {
  const app = await openAsking()
  app.send('Go')
  await app.terminal.until('→ Deny')
  app.terminal.type(KEY.ctrlC)
  await app.terminal.until('· cancelled')
  expect(app.terminal.screen).not.toContain('Deny')
  app.terminal.type('x')
  await app.terminal.until((screen) => !screen.includes('again leaves'))
})

it('does not ask for what was allowed at the start', async () => {
  const app = await openAsking(['execute'])
  app.send('Go')
  await app.terminal.until('Done.')
  expect(resultOf(app)).toBe('ran')
})

it('asks for a read outside the working folder', async () => {
  const elsewhere = temporaryTree({ 'note.txt': 'secret words' })
  const model = scriptedModel([
    { toolCalls: [{ name: 'read', arguments: { path: `${elsewhere}/note.txt` } }] },
    'Done.',
  ])
  const { terminal, send, ctx } = await openApp({ model })
  send('Go')
  await terminal.until('→ Deny')
  expect(terminal.screen.replaceAll('\n', '')).toContain('note.txt')
  terminal.type(KEY.down + KEY.enter)
  await terminal.until('Done.')
  expect(JSON.stringify(loggedEvents(ctx))).toContain('secret words')
})
