import type { SkillDefinition, SkillProvider } from '@deepseek-ai/dsh-skill'
import { scriptedModel, skillText } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { KEY, openApp, userTurns } from './fixture.ts'
import { gate, tool } from './tools.ts'

const call = { toolCalls: [{ name: 'look', arguments: { text: 'tea' } }] }

/** A provider of one skill, `slow`, that is loaded when the gate opens. */
function slowProvider(opened: Promise<void>): SkillProvider {
  const skill = { name: 'slow', description: 'Takes its time.', source: 'custom', provider: 'slow' }
  return {
    name: 'slow',
    list: () => Promise.resolve([{ ...skill, rank: 300, locator: undefined }]),
    get: async (): Promise<SkillDefinition> => {
      await opened
      return { ...skill, content: 'Slowly.' }
    },
  }
}

it('puts a line sent while the agent works before the next request of the same turn', async () => {
  const work = gate()
  const model = scriptedModel([call, 'Done.'])
  const { terminal, send, ctx } = await openApp({
    model,
    prepare: (mounted) => void mounted.tools.register(tool('look', () => work.opened.then(() => ({ content: 'x' })))),
  })
  send('Go')
  await terminal.until('● look')
  send('Faster')
  send('Please')
  await terminal.until((screen) => screen.includes('waiting: Faster') && screen.includes('waiting: Please'))
  work.open()
  const screen = await terminal.until('Done.')
  expect(screen).toContain('› Faster')
  expect(screen).not.toContain('waiting')
  expect(model.requests[1]?.messages.slice(-2)).toEqual([
    { role: 'user', content: 'Faster' },
    { role: 'user', content: 'Please' },
  ])
  expect(userTurns(ctx)).toEqual(['Go', 'Faster', 'Please'])
})

it('makes a line that came too late for the turn the next turn', async () => {
  const rest = gate()
  const model = scriptedModel([() => rest.opened.then(() => 'First.'), 'Second.'])
  const { terminal, send } = await openApp({ model })
  send('Go')
  await terminal.until(() => model.requests.length === 1)
  send('And then')
  await terminal.until('waiting: And then')
  rest.open()
  await terminal.until('Second.')
  expect(model.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual(['Go', 'And then'])
})

it('sends a line that waited as the next turn when the running one is cancelled', async () => {
  const model = scriptedModel([{ text: 'Half', hangs: true }, 'Second.'])
  const { terminal, send } = await openApp({ model })
  send('Go')
  await terminal.until('Half')
  send('Rather this')
  await terminal.until('waiting: Rather this')
  terminal.type(KEY.escape)
  await terminal.until('Second.')
})

it('tells what was not sent when the user goes on elsewhere, or leaves', async () => {
  const model = scriptedModel(() => ({ text: 'Half', hangs: true }))
  const { terminal, send, ended } = await openApp({ model, rows: 40 })
  send('Go')
  await terminal.until('Half')
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) send(word)
  const screen = await terminal.until('waiting: 2 more')
  expect(screen).toContain('waiting: four')
  send('/new')
  await terminal.until(/! not sent:\n {2}one\n {2}two/)
  send('Go')
  await terminal.until((shown) => shown.split('Half').length === 3)
  send('seven')
  await terminal.until('waiting: seven')
  send('/exit')
  await ended
  await terminal.until(() => !terminal.isAlternate)
  expect(terminal.everything).toMatch(/! not sent:\n {2}seven/)
})

it('keeps the order of what is typed while a skill loads', async () => {
  const load = gate()
  const model = scriptedModel(['First.', 'Second.'])
  const { terminal, send, ctx } = await openApp({
    model,
    prepare: (mounted) => void mounted.skills.registerProvider(slowProvider(load.opened)),
  })
  send('/skill:slow now')
  await terminal.until('loading · Esc cancels')
  send('and this')
  await terminal.until('waiting: and this')
  load.open()
  await terminal.until('First.')
  expect(userTurns(ctx).map((text) => text.split('\n').at(-1))).toEqual(['now', 'and this'])
})

it('puts a skill that was loaded while the agent works into the running turn, after older words', async () => {
  const load = gate()
  const work = gate()
  const model = scriptedModel([call, 'Done.'])
  const { terminal, send, ctx } = await openApp({
    model,
    prepare: (mounted) => {
      mounted.skills.registerProvider(slowProvider(load.opened))
      mounted.tools.register(tool('look', () => work.opened.then(() => ({ content: 'x' }))))
    },
  })
  send('Go')
  await terminal.until('● look')
  send('one')
  send('/skill:slow two')
  send('three')
  await terminal.until('waiting: three')
  load.open()
  await terminal.until((screen) => screen.includes('working'))
  work.open()
  await terminal.until('Done.')
  expect(userTurns(ctx).map((text) => text.split('\n').at(-1))).toEqual(['Go', 'one', 'two', 'three'])
  expect(model.requests).toHaveLength(2)
})

it('sends older words first when a turn ends while a skill loads', async () => {
  const load = gate()
  const rest = gate()
  const model = scriptedModel([() => rest.opened.then(() => 'First.'), 'Second.', 'Third.'])
  const { terminal, send, ctx } = await openApp({
    model,
    prepare: (mounted) => void mounted.skills.registerProvider(slowProvider(load.opened)),
  })
  send('Go')
  await terminal.until(() => model.requests.length === 1)
  send('one')
  send('/skill:slow two')
  await terminal.until('loading')
  rest.open()
  await terminal.until('First.')
  load.open()
  await terminal.until('Second.')
  expect(userTurns(ctx).map((text) => text.split('\n').at(-1))).toEqual(['Go', 'one', 'two'])
})

it.each([
  ['Esc', KEY.escape],
  ['Ctrl-C', KEY.ctrlC],
])('gives up the loading of a skill with %s; what came after it goes on [H3] [R10]', async (_name, key) => {
  const model = scriptedModel(['Done.'])
  const { terminal, send, ctx } = await openApp({
    model,
    tree: { '.dsh/skills/good/SKILL.md': skillText('good') },
    prepare: (mounted) => void mounted.skills.registerProvider(slowProvider(new Promise(() => {}))),
  })
  send('/skill:slow')
  await terminal.until('loading')
  send('and this')
  terminal.type(key)
  await terminal.until('Done.')
  expect(terminal.screen).toContain('· cancelled')
  expect(userTurns(ctx)).toEqual(['and this'])
  send('/skill:good')
  await terminal.until('✓ Load skill good')
})
