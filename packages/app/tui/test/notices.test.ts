import { skillText, temporaryFolder, temporaryTree, writeTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { problemsNotice } from '../src/skills/problem-text.ts'
import { KEY, openApp } from './fixture.ts'

it('tells of a broken file once, however often it is met, and keeps drawing [F19] [F01]', async () => {
  const { terminal, send, cwd } = await openApp({ rows: 60, tree: { '.dsh/skills/good/SKILL.md': skillText('good') } })
  await terminal.until('First session')
  writeTree(cwd, {
    '.dsh/skills/foo/SKILL.md': 'No header.',
    '.dsh/skills/ship-notes/SKILL.md':
      '---\nname: ship-notes\ndescription: Drafts notes: features, fixes, risks\n---\nWrite them.',
  })
  for (let round = 0; round < 3; round += 1) {
    send('Go')
    await terminal.until((screen) => screen.split('Done.').length === round + 2)
    terminal.type('/skill:')
    await terminal.until('→ /skill:')
    terminal.type(KEY.ctrlU)
  }
  const screen = await terminal.until('ship-notes/SKILL.md:3:')
  expect(screen.match(/foo\/SKILL\.md:1:1/g)).toHaveLength(1)
  expect(screen.match(/ship-notes\/SKILL\.md:3/g)).toHaveLength(1)
  send('/skill:good')
  await terminal.until('✓ Load skill good')
})

it('says once, at the first session in a project, how many skills come from it and where from', async () => {
  const tree = {
    '.dsh/skills/a/SKILL.md': skillText('a'),
    '.dsh/skills/b/SKILL.md': skillText('b'),
    '.agents/skills/c.md': skillText('c'),
  }
  const { terminal, send, cwd } = await openApp({ columns: 200, tree })
  const screen = await terminal.until('First session in this project.')
  expect(screen).toContain(`3 skills come from it`)
  expect(screen).toContain(`2 from ${cwd}/.dsh/skills, 1 from ${cwd}/.agents/skills`)
  send('Go')
  await terminal.until('Done.')
  send('/new')
  await terminal.until('new session')
  terminal.type('/skill:')
  expect((await terminal.until('→')).match(/First session/g)).toHaveLength(1)
})

it('says nothing of what this person was told before [G05]', async () => {
  const toldDirectory = temporaryFolder()
  const tree = { '.dsh/skills/a/SKILL.md': skillText('a') }
  const first = await openApp({ tree, terminal: { toldDirectory } })
  await first.terminal.until('First session')
  const { terminal, send } = await openApp({ tree, terminal: { toldDirectory, cwd: first.cwd } })
  send('Go')
  expect(await terminal.until('Done.')).not.toContain('First session')
  writeTree(first.cwd, { '.dsh/skills/b/SKILL.md': skillText('b') })
  send('Go')
  expect(await terminal.until((screen) => screen.split('Done.').length === 3)).toContain('are new: b,')
})

it('does not tell of damaged logs until sessions are listed, and then how many there are', async () => {
  const logs = { 'sessions/a.jsonl': 'oops\n{}\n', 'sessions/b.jsonl': 'oops\n{}\n' }
  const { terminal, send } = await openApp({
    tree: { '.dsh/skills/a/SKILL.md': skillText('a') },
    home: temporaryTree(logs),
    logged: true,
  })
  expect(await terminal.until('First session')).not.toContain('jsonl')
  send('/resume')
  const screen = await terminal.until('There is no other session.')
  expect(screen).toContain('! 2 damaged logs are left out: dsh sessions list tells what is wrong.')
  expect(screen).not.toContain('jsonl')
})

it('tells once of a provider that fails at each look, though it is logged, too [F19]', async () => {
  const { terminal, send } = await openApp({
    prepare: (ctx) => {
      ctx.skills.registerProvider({
        name: 'remote',
        list: () => Promise.reject(new Error('the server is down')),
        get: () => Promise.resolve(undefined),
      })
    },
    logged: true,
  })
  send('Go')
  await terminal.until('Done.')
  send('Go')
  const screen = await terminal.until((shown) => shown.split('Done.').length === 3)
  expect(screen.match(/was left out/g)).toHaveLength(1)
  expect(screen).not.toContain('The skills of provider')
})

it('shows a line that a part of the program logs once, early ones included', async () => {
  let tell = (_line: string): void => {}
  const { terminal } = await openApp({
    terminal: {
      onWarning: (listener) => {
        tell = listener
        listener('warn: early')
        return () => (tell = () => {})
      },
    },
  })
  tell('warn: late')
  tell('warn: late')
  terminal.type('x')
  const screen = await terminal.until('! warn: late')
  expect(screen).toContain('! warn: early')
  expect(screen.match(/late/g)).toHaveLength(1)
})

it('names an own skill that the project replaces, at the start and at each load [G06]', async () => {
  const home = temporaryTree({ 'dsh/skills/tea.md': skillText('tea', 'Mine.') })
  const { terminal, send, cwd } = await openApp({
    columns: 500,
    home,
    tree: { '.dsh/skills/tea.md': skillText('tea') },
  })
  await terminal.until(`The project's tea (${cwd}/.dsh/skills/tea.md) replaces your own (${home}/dsh/skills/tea.md).`)
  for (let count = 1; count <= 2; count += 1) {
    send('/skill:tea')
    await terminal.until((screen) => screen.split('was loaded, and replaces your own').length === count + 1)
    await terminal.until((screen) => screen.split('Done.').length === count + 1)
  }
})

it('tells of text that no reader sees at the load, and of style never [G07] [G66]', async () => {
  const tree = {
    '.dsh/skills/lone.md': skillText('lone', 'Word. '.repeat(200), 'a\u200Bb'),
    '.dsh/skills/other/SKILL.md': skillText('another', undefined, ''),
  }
  const { terminal, send, cwd } = await openApp({ columns: 250, tree })
  await terminal.until('First session')
  send('/skill:lone')
  const screen = await terminal.until('Done.')
  expect(screen).toContain(
    `The skill lone holds 1 invisible character, which the model reads (${cwd}/.dsh/skills/lone.md:6).`,
  )
  expect(screen).not.toMatch(/\.md:\d+:\d+/)
})

it('counts the problems that one notice does not spell out', () => {
  const problem = { code: 'unreadable', severity: 'error', path: '/x', message: 'It is odd.', hint: 'Fix it.' } as const
  const lastLine = (count: number): string | undefined =>
    problemsNotice(Array.from({ length: count }, () => problem))
      .split('\n')
      .at(-1)
  expect([3, 4, 5].map(lastLine)).toEqual([
    '/x: It is odd. (Fix it.)',
    '1 more problem with skills: /skills',
    '2 more problems with skills: /skills',
  ])
})
