import { scriptedModel, skillText, writeTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { KEY, loggedEvents, openApp, userTurns } from './fixture.ts'

const FLAG = 'disable-model-invocation: true'

it('shows a loaded skill as one line that opens, by key and by mouse', async () => {
  const { terminal, send } = await openApp({
    rows: 60,
    tree: { '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.', 'Boil **water**.') },
  })
  send('/skill:tea green')
  await terminal.until('Done.')
  const screen = await terminal.until(/✓ Load skill tea \(\d+ lines, Ctrl-O opens\)/)
  expect(screen).not.toContain('Boil')
  terminal.type(KEY.ctrlO)
  await terminal.until('│ Boil **water**.')
  terminal.type(KEY.ctrlO)
  await terminal.until((shown) => !shown.includes('Boil'))
  const row = terminal.screen.split('\n').findIndex((line) => line.includes('Load skill tea')) + 1
  terminal.type(`\u001B[<0;3;${row}M\u001B[<0;3;${row}m`)
  await terminal.until('│ Boil **water**.')
})

it('sends the words of the user as typed, after the body as written [F68]', async () => {
  const body = 'Input: $ARGUMENTS and $1'
  const { terminal, send, ctx } = await openApp({
    tree: { '.dsh/skills/demo/SKILL.md': skillText('demo', 'Demo.', body) },
  })
  terminal.type('/skill:demo fix $1 & the "login" page')
  terminal.type(KEY.newLine)
  send('second line')
  await terminal.until('Done.')
  const [turn = ''] = userTurns(ctx)
  expect(turn).toContain(`\n${body}\n`)
  expect(turn.endsWith('\n\nfix $1 & the "login" page\nsecond line')).toBe(true)
})

it('sends white space around the words of the user, too, and takes it before a command', async () => {
  const { terminal, send, ctx } = await openApp({ tree: { '.dsh/skills/tea.md': skillText('tea') } })
  terminal.paste('    indented\n  code')
  send('  ')
  await terminal.until('Done.')
  send('  /skill:tea  green ')
  await terminal.until('✓ Load skill tea')
  await terminal.until('small · ')
  send(' /help')
  await terminal.until('Pasted text')
  const [words, skill = ''] = userTurns(ctx)
  expect(words).toBe('    indented\n  code  ')
  expect(skill.endsWith('\n\n green ')).toBe(true)
})

it.each([
  ['/skill: good', 'Did you mean /skill:good?'],
  ['/skill:Good', 'Did you mean /skill:good?'],
  ['/skill:goood', 'Did you mean /skill:good?'],
  ['/skill:good,', 'Did you mean /skill:good?'],
  ['/skill:', 'There is: /skill:good.'],
])('answers %j itself: %s [F70]', async (line, answer) => {
  const { terminal, send, ctx } = await openApp({ tree: { '.dsh/skills/good/SKILL.md': skillText('good') } })
  await terminal.until('First session')
  send(line)
  await terminal.until(answer)
  expect(ctx.agents.list()).toEqual([])
})

it('takes /skill: later in a line for prose [F70]', async () => {
  const { terminal, send, ctx } = await openApp({ tree: { '.dsh/skills/good/SKILL.md': skillText('good') } })
  send('please /skill:good')
  await terminal.until('Done.')
  expect(userTurns(ctx)).toEqual(['please /skill:good'])
})

it('starts a skill that is hidden from the model, and the model cannot [F72]', async () => {
  const secret = skillText('secret').replace('\n---\n', `\n${FLAG}\n---\n`)
  const model = scriptedModel(['Done.', { toolCalls: [{ name: 'skill', arguments: { name: 'secret' } }] }, 'Alas.'])
  const { terminal, send, ctx } = await openApp({
    model,
    tree: { '.dsh/skills/secret/SKILL.md': secret, '.dsh/skills/secret-2/SKILL.md': skillText('secret-2') },
  })
  send('/skill:secret')
  await terminal.until('✓ Load skill secret')
  await terminal.until('Done.')
  expect(userTurns(ctx)[0]).toContain('<skill_content name="secret">')
  send('Go')
  await terminal.until('✗ Load skill secret')
  await terminal.until('Alas.')
  expect(model.requests[0]?.messages[0]?.content).toContain('`secret-2`')
  expect(model.requests[0]?.messages[0]?.content).not.toContain('`secret`')
})

it("loads today's whole body at each call, by the user and by the model [F63]", async () => {
  const call = { toolCalls: [{ name: 'skill', arguments: { name: 'tea' } }] }
  const { terminal, send, ctx, cwd } = await openApp({
    model: scriptedModel([call, 'One.', 'Two.', call, 'Three.']),
    tree: { '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.', 'Green.') },
  })
  send('Go')
  await terminal.until('One.')
  send('/skill:tea')
  await terminal.until('Two.')
  writeTree(cwd, { '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.', 'Black.') })
  send('Go')
  await terminal.until('Three.')
  const bodies = loggedEvents(ctx).flatMap((event) =>
    event.type === 'tool/result' || (event.type === 'user/message' && event.skill) ? [event.content] : [],
  )
  expect(bodies.map((text) => /Green\.|Black\./.exec(text)?.[0])).toEqual(['Green.', 'Green.', 'Black.'])
})
