import { ModelError } from '@deepseek-ai/dsh-llm'
import { scriptedModel } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { KEY, loggedEvents, openApp, userTurns } from './fixture.ts'
import { gate, tool } from './tools.ts'

it('shows what the user says and the answer, as Markdown, and goes on', async () => {
  const { terminal, send, ctx } = await openApp({ model: scriptedModel(['# Tea\n\nIt is **hot**.', 'Yes.']) })
  send('How is it?')
  const screen = await terminal.until('It is hot.')
  expect(screen).toContain('› How is it?')
  expect(screen).toContain('Tea')
  expect(screen).not.toContain('**')
  send('Really?')
  await terminal.until('Yes.')
  expect(userTurns(ctx)).toEqual(['How is it?', 'Really?'])
})

it('shows an answer while it comes, and what the model thinks as one line', async () => {
  const rest = gate()
  const { terminal, send } = await openApp({
    model: {
      name: 'scripted',
      requests: [],
      async *stream() {
        yield { type: 'reasoning', text: 'A kettle, or a pot?' }
        yield { type: 'text', text: 'First ' }
        await rest.opened
        yield { type: 'text', text: 'and last.' }
        yield { type: 'finish', reason: 'stop' }
      },
    },
  })
  send('Go')
  const during = await terminal.until('First')
  expect(during).toContain('thinking (1 line, Ctrl-O opens)')
  expect(during).toContain('working · Esc cancels')
  rest.open()
  await terminal.until('First and last.')
  expect(terminal.screen).toContain('thought (1 line')
  await terminal.until('small · ')
})

it('shows calls of tools as they happen, with the words of the tool, and their results when opened', async () => {
  const work = gate()
  const model = scriptedModel([
    { text: 'Let me see.', toolCalls: [{ name: 'look', arguments: { text: 'tea' } }] },
    'Found.',
  ])
  const { terminal, send } = await openApp({
    model,
    prepare: (ctx) => void ctx.tools.register(tool('look', () => work.opened.then(() => ({ content: 'one\ntwo' })))),
  })
  send('Go')
  await terminal.until('● look at tea')
  work.open()
  await terminal.until('✓ look at tea (2 lines, Ctrl-O opens)')
  await terminal.until('Found.')
  terminal.type(KEY.ctrlO)
  await terminal.until((screen) => screen.includes('│ one') && screen.includes('│ two'))
  terminal.type(KEY.ctrlO)
  await terminal.until((screen) => !screen.includes('│ one'))
})

it('shows a failing tool, a failing turn and a retry', async () => {
  const wait = gate()
  const { terminal, send } = await openApp({
    model: scriptedModel([
      { toolCalls: [{ name: 'look', arguments: { text: 'tea' } }] },
      async () => {
        await wait.opened
        return { fails: new ModelError({ kind: 'server', message: 'The endpoint is on fire.' }) }
      },
      [
        { type: 'retry', message: 'busy', delayMs: 1500 },
        { type: 'text', text: 'Better.' },
        { type: 'finish', reason: 'stop' },
      ],
    ]),
    prepare: (ctx) => void ctx.tools.register(tool('look', () => Promise.resolve({ content: 'no', isError: true }))),
  })
  send('Go')
  await terminal.until('✗ look at tea')
  wait.open()
  await terminal.until('✗ The endpoint is on fire.')
  expect(terminal.screen.match(/on fire/g)).toHaveLength(1)
  send('Again')
  await terminal.until('Better.')
})

it('cancels the turn with Esc, and goes on', async () => {
  const { terminal, send, ctx } = await openApp({ model: scriptedModel([{ text: 'Half', hangs: true }, 'Whole.']) })
  send('Go')
  await terminal.until('Half')
  terminal.type(KEY.escape)
  await terminal.until('· cancelled')
  expect(loggedEvents(ctx).at(-1)).toMatchObject({ type: 'turn/end', status: 'cancelled' })
  send('Again')
  await terminal.until('Whole.')
})

it('says that a turn is cancelled, too, when /new leaves it in the middle', async () => {
  const { terminal, send } = await openApp({ model: scriptedModel([{ text: 'Half', hangs: true }, 'Whole.']) })
  send('Go')
  await terminal.until('Half')
  send('/new')
  const screen = await terminal.until('· new session')
  expect(screen).toMatch(/Half\s+· cancelled\s+· new session/)
  send('Again')
  await terminal.until('Whole.')
  send('/new')
  await terminal.until((shown) => shown.split('· new session').length === 3)
  expect(terminal.screen.match(/· cancelled/g)).toHaveLength(1)
})

it('cancels with the first Ctrl-C and leaves with the second', async () => {
  const { terminal, send, ended } = await openApp({ model: scriptedModel([{ text: 'Half', hangs: true }]) })
  send('Go')
  await terminal.until('Half')
  terminal.type(`a draft${KEY.ctrlC}`)
  await terminal.until('· cancelled')
  expect(await terminal.until('Ctrl-C again leaves')).not.toContain('a draft')
  terminal.type(KEY.ctrlC)
  expect((await ended).sessionId).toBeDefined()
})

it('takes a Ctrl-C for a first one again after any other key', async () => {
  const { terminal, ended } = await openApp()
  terminal.type(KEY.ctrlC)
  await terminal.until('Ctrl-C again leaves')
  terminal.type('x')
  await terminal.until((screen) => !screen.includes('again leaves'))
  terminal.type(KEY.ctrlC)
  await terminal.until('Ctrl-C again leaves')
  terminal.type(KEY.ctrlC)
  expect(await ended).toEqual({ sessionId: undefined })
})

it('leaves with Ctrl-D, but not out of a draft', async () => {
  const { terminal, ended } = await openApp()
  terminal.type(`?zebra${KEY.home}${KEY.ctrlD}`)
  await terminal.until(/^zebra/m)
  terminal.type(KEY.ctrlK)
  await terminal.until((screen) => !screen.includes('zebra'))
  terminal.type(KEY.ctrlD)
  expect(await ended).toEqual({ sessionId: undefined })
})

it('takes several lines, and brings back what was sent', async () => {
  const { terminal, send, ctx } = await openApp()
  terminal.type(`one${KEY.newLine}two\\${KEY.enter}three`)
  send('')
  await terminal.until('Done.')
  expect(userTurns(ctx)).toEqual(['one\ntwo\nthree'])
  terminal.type(`half a draft${KEY.home}${KEY.up}`)
  await terminal.until((screen) => screen.split('three').length === 3)
  terminal.type(`${KEY.down}${KEY.down}${KEY.down}`)
  await terminal.until('half a draft')
})

it('starts no session before something is said', async () => {
  const { ctx, terminal, send } = await openApp()
  expect(ctx.sessions.list()).toEqual([])
  terminal.type(KEY.enter)
  send('/help')
  await terminal.until('Pasted text')
  expect(ctx.sessions.list()).toEqual([])
  send('Go')
  await terminal.until('Done.')
  expect(ctx.sessions.list()).toHaveLength(1)
})

it('places the cursor where the user clicks, and takes the keys as before', async () => {
  const { terminal } = await openApp()
  terminal.type('ac')
  await terminal.until('ac')
  const row = terminal.screen.split('\n').findIndex((line) => line.startsWith('ac')) + 1
  terminal.type(`\u001B[<0;2;${row}M\u001B[<0;2;${row}m`)
  terminal.type('b')
  await terminal.until('abc')
})

it('gives the terminal away with Ctrl-Z, and takes it again', async () => {
  const away = gate()
  const { terminal } = await openApp({ terminal: { suspend: () => away.opened } })
  terminal.type('a draft\u001A')
  await terminal.until(() => !terminal.isAlternate)
  away.open()
  await terminal.until('a draft')
  terminal.type(' goes on')
  await terminal.until('a draft goes on')
})
