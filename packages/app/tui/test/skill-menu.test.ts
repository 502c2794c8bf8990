import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { skillText, temporaryTree, writeTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { KEY, openApp, userTurns } from './fixture.ts'

const hidden = (name: string) => skillText(name).replace('\n---\n', '\ndisable-model-invocation: true\n---\n')

it('completes /skill: with name, description and whose it is, fills the line and waits [F70]', async () => {
  const { terminal, ctx, home } = await openApp({
    tree: { '.dsh/skills/review/SKILL.md': skillText('review', 'Reviews changes.') },
  })
  writeTree(home, {
    'dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.'),
    'agents/skills/mine.md': hidden('mine'),
  })
  terminal.type('/skill:')
  // The menu shows what was there before, until the look that it starts is done.
  const names = ['/skill:mine', '/skill:review', '/skill:tea']
  const screen = await terminal.until((shown) => names.every((name) => shown.includes(name)))
  expect(screen).toMatch(/\/skill:mine +\(user, yours alone\) A mine skill\./)
  expect(screen).toMatch(/\/skill:review +\(project\) Reviews changes\./)
  expect(screen).toMatch(/\/skill:tea +\(user\) Brews tea\./)
  terminal.type('r')
  await terminal.until((shown) => !shown.includes('/skill:tea') && shown.includes('→ /skill:review'))
  terminal.type(KEY.enter)
  await terminal.until((shown) => shown.includes('/skill:review') && !shown.includes('→'))
  expect(ctx.agents.list()).toEqual([])
  terminal.type(`the diff${KEY.enter}`)
  await terminal.until('Done.')
  expect(userTurns(ctx).map((text) => text.split('\n').at(-1))).toEqual(['the diff'])
  expect(terminal.screen).toContain('› /skill:review the diff')
})

it('has rows of their own for skills that are named like commands, which keep their names [F25] [C8]', async () => {
  const names = ['help', 'model', 'skill', 'exit']
  const { terminal, send } = await openApp({
    rows: 40,
    tree: Object.fromEntries(names.map((name) => [`.dsh/skills/${name}/SKILL.md`, skillText(name)])),
  })
  terminal.type('/')
  await terminal.until('/help')
  terminal.type('h')
  const screen = await terminal.until((shown) => shown.includes('/skill:help') && !shown.includes('/exit'))
  expect(screen).toMatch(/\/help +commands and keys/)
  expect(screen).toMatch(/\/skill:help +\(project\) A help skill\./)
  terminal.type(KEY.backspace + KEY.backspace)
  send('/help')
  await terminal.until('Pasted text')
  for (const name of names) {
    send(`/skill:${name}`)
    await terminal.until(`✓ Load skill ${name}`)
    await terminal.until('small · ')
  }
  send('/exit')
  await terminal.until(() => !terminal.isAlternate)
})

it('runs a command that is picked, and a skill that is typed to its end, at once', async () => {
  const { terminal, send } = await openApp({
    tree: { '.dsh/skills/a/SKILL.md': skillText('a'), '.dsh/skills/a-b/SKILL.md': skillText('a-b') },
  })
  terminal.type('/he')
  await terminal.until('→ /help')
  terminal.type(KEY.enter)
  await terminal.until('Pasted text')
  terminal.type('/skill:a')
  await terminal.until('/skill:a-b')
  send('')
  await terminal.until('✓ Load skill a ')
  terminal.type('/skill:a')
  await terminal.until('/skill:a-b')
  terminal.type(KEY.down + KEY.tab)
  await terminal.until((screen) => screen.includes('/skill:a-b') && !screen.includes('→'))
})

it('closes with Esc, which cancels nothing then, and comes back with the next letter', async () => {
  const { terminal } = await openApp()
  terminal.type('/h')
  await terminal.until('→ /help')
  terminal.type(KEY.escape)
  await terminal.until((screen) => !screen.includes('→'))
  terminal.type('e')
  await terminal.until('→ /help')
})

it('looks at the disk when it opens, and shows a linked folder like any other [F51] [F29]', async () => {
  const pack = temporaryTree({ 'docs/SKILL.md': skillText('docs', 'Writes docs.') })
  const { terminal, cwd } = await openApp({
    tree: {
      '.dsh/skills/old/SKILL.md': skillText('old', 'Old words.'),
      '.dsh/skills/docs': { link: join(pack, 'docs') },
      '.dsh/skills/gone': { link: join(pack, 'nowhere') },
      '.dsh/skills/file': { link: join(pack, 'docs/SKILL.md') },
    },
  })
  await terminal.until('leads nowhere')
  terminal.type('/skill:')
  await terminal.until('/skill:docs')
  terminal.type(KEY.ctrlU)
  writeTree(cwd, {
    '.dsh/skills/fresh/SKILL.md': skillText('fresh'),
    '.dsh/skills/old/SKILL.md': skillText('old', 'New.'),
  })
  rmSync(join(cwd, '.dsh/skills/docs'))
  terminal.type('/skill:')
  const screen = await terminal.until('/skill:fresh')
  expect(screen).toMatch(/\/skill:old +\(project\) New\./)
  expect(screen).not.toContain('/skill:docs')
})

it('knows at the next turn what has changed on the disk, in the menu, the tool and the command [F51]', async () => {
  const { terminal, cwd, send, ctx } = await openApp({ tree: { '.dsh/skills/old/SKILL.md': skillText('old') } })
  await terminal.until('First session')
  writeTree(cwd, { '.dsh/skills/fresh/SKILL.md': skillText('fresh') })
  rmSync(join(cwd, '.dsh/skills/old'), { recursive: true })
  send('Go')
  await terminal.until('Done.')
  expect((await ctx.skills.list({ cwd })).map(({ name }) => name)).toEqual(['fresh'])
  terminal.type('/skill:')
  expect(await terminal.until('/skill:fresh')).not.toContain('/skill:old')
})
