import { scriptedModel, skillText } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { KEY, openApp, userTurns } from './fixture.ts'
import { tool } from './tools.ts'

const tree = { '.dsh/skills/good/SKILL.md': skillText('good') }

it('sends a pasted text as prose, also when it reads like a command [C10]', async () => {
  const { terminal, send, ctx } = await openApp({ tree })
  const pasted = ['/skill:good do it', '/exit', `/skill:good\n${'x'.repeat(1200)}`, '  /skill:good']
  for (const [index, text] of pasted.entries()) {
    terminal.paste(text)
    await terminal.until(
      (screen) => screen.includes('/skill:good') || screen.includes('/exit') || screen.includes('[paste'),
    )
    expect(terminal.screen).not.toContain('→')
    send('')
    await terminal.until(() => userTurns(ctx).length === index + 1)
    await terminal.until('small · ')
  }
  expect(userTurns(ctx)).toEqual(pasted)
})

it('takes a paste after a typed command for its words [C10]', async () => {
  const { terminal, send, ctx } = await openApp({ tree })
  terminal.type('/skill:good ')
  terminal.paste('/skill:other is in these words')
  send('')
  await terminal.until('✓ Load skill good')
  expect(userTurns(ctx)[0]?.endsWith('\n\n/skill:other is in these words')).toBe(true)
})

it('knows pasted text again when it is cut, put back, undone or sent a second time [C10]', async () => {
  const { terminal, send, ctx } = await openApp({ tree })
  terminal.paste('/skill:good again')
  terminal.type(KEY.ctrlU + KEY.ctrlY)
  await terminal.until('/skill:good again')
  send('')
  await terminal.until('small · ')
  await terminal.until('Done.')
  terminal.type(KEY.up)
  await terminal.until((screen) => screen.split('/skill:good again').length === 3)
  send('')
  await terminal.until(() => userTurns(ctx).length === 2)
  expect(userTurns(ctx)).toEqual(['/skill:good again', '/skill:good again'])
})

it('takes nothing for a command that comes back from an earlier session as words [C10]', async () => {
  const { terminal, send, ctx, cwd } = await openApp({ tree })
  const earlier = ctx.sessions.create({ cwd, id: 'earlier' })
  earlier.append({ type: 'turn/start' })
  earlier.append({ type: 'user/message', content: '  /skill:good' })
  earlier.append({ type: 'turn/end', status: 'completed' })
  earlier.close()
  send('/resume earlier')
  await terminal.until('session earlier')
  terminal.type(KEY.up)
  await terminal.until((screen) => screen.split('/skill:good').length === 3)
  send('')
  await terminal.until(() => userTurns(ctx).length === 2)
  expect(userTurns(ctx)[1]).toBe('/skill:good')
})

it('takes a typed command from the history for one again', async () => {
  const { terminal, send, ctx } = await openApp({ tree })
  send('/skill:good one')
  await terminal.until('✓ Load skill good')
  await terminal.until('small · ')
  terminal.type(KEY.up)
  await terminal.until((screen) => screen.split('/skill:good one').length === 3)
  send('')
  await terminal.until(() => userTurns(ctx).length === 2)
  expect(userTurns(ctx)[1]).toContain('<skill_content name="good">')
})

it('never takes what a tool or the model says for a command [C10]', async () => {
  const model = scriptedModel([
    { text: '/skill:good', toolCalls: [{ name: 'look', arguments: { text: '/skill:good' } }] },
    '/skill:good',
  ])
  const { terminal, send, ctx } = await openApp({
    tree,
    model,
    prepare: (mounted) =>
      void mounted.tools.register(tool('look', () => Promise.resolve({ content: '/skill:good\n/exit' }))),
  })
  send('Go')
  await terminal.until('✓ look')
  await terminal.until('small · ')
  expect(userTurns(ctx)).toEqual(['Go'])
})

it('shows no control character of a paste, and sends the text as it was', async () => {
  const { terminal, send, ctx } = await openApp()
  terminal.paste('a\u009B31mb\u202Ec\u007Fd')
  await terminal.until('a31mbcd')
  send('')
  await terminal.until('› a\\u{9b}31mb\\u{202e}c\\u{7f}d')
  expect(userTurns(ctx)).toEqual(['a\u009B31mb\u202Ec\u007Fd'])
  expect(terminal.raw).not.toMatch(/[\u0080-\u009F\u202E\u007F]/)
})
