import { join } from 'node:path'
import { skillText, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import type { Explanation } from '../src/skills/explanation.ts'
import { runInProcess } from './in-process.ts'

const hidden = (name: string): string =>
  skillText(name).replace('description:', 'disable-model-invocation: true\ndescription:')

const TREE = {
  '.git': { dir: true },
  '.dsh/skills/fine/SKILL.md': skillText('fine'),
  '.dsh/skills/own/SKILL.md': hidden('own'),
  '.dsh/skills/loose.md': '---\nname: loose\ndescription: Drafts notes: all\n---\nx',
  '.dsh/skills/broken/SKILL.md': '---\nname: broken\n---\nx',
  '.dsh/skills/binary.md': `${skillText('binary')}\0`,
  '.dsh/skills/folder/SKILL.md': skillText('other-name'),
  '.dsh/skills/deep/er/SKILL.md': skillText('er'),
  '.dsh/skills/linked': { link: 'fine' },
  '.agents/skills/fine.md': skillText('fine', 'The second.'),
  'docs/stray.md': skillText('stray'),
  'docs/plain.md': '# No skill',
} as const

async function explain(cwd: string, subject: string): Promise<{ readonly code: number; readonly loads: boolean }> {
  const options = { cwd, home: temporaryFolder() }
  const asText = await runInProcess(['skills', 'explain', subject], options)
  const asJson = await runInProcess(['skills', 'explain', subject, '--json'], options)
  expect(asText).toMatchObject({ code: asJson.code, stderr: '' })
  return { code: asJson.code, loads: (JSON.parse(asJson.stdout) as Explanation).loads }
}

describe('dsh skills explain', () => {
  it.each(['fine', 'own', 'loose', 'other-name'])('exits with 0 for %s, which model or user can load', async (name) => {
    expect(await explain(temporaryTree(TREE), name)).toEqual({ code: 0, loads: true })
  })

  it.each(['broken', 'binary', 'folder', 'er', 'stray', 'nothing'])(
    'exits with 1 for %s, which does not load',
    async (name) => {
      expect(await explain(temporaryTree(TREE), name)).toEqual({ code: 1, loads: false })
    },
  )

  it.each(['.dsh/skills/fine', '.dsh/skills/linked/SKILL.md', '.dsh/skills/loose.md', '.dsh/skills/folder'])(
    'exits with 0 for %s, the very file that is loaded under its name',
    async (path) => {
      expect(await explain(temporaryTree(TREE), path)).toEqual({ code: 0, loads: true })
    },
  )

  it.each([
    '.agents/skills/fine.md',
    '.dsh/skills/broken/SKILL.md',
    '.dsh/skills/binary.md',
    'docs/stray.md',
    'docs/plain.md',
  ])('exits with 1 for %s, which is not what is loaded', async (path) => {
    expect(await explain(temporaryTree(TREE), path)).toEqual({ code: 1, loads: false })
  })

  it('exits with 2 for a path that is not there', async () => {
    const cwd = temporaryTree(TREE)
    expect((await runInProcess(['skills', 'explain', 'docs/none.md'], { cwd })).code).toBe(2)
  })
})

it.each([
  ['check', ['']],
  ['check', ['.dsh/skills/fine', '']],
  ['explain', ['']],
  ['explain', [' ']],
])('dsh skills %s %j, a variable that is not set say, is a wrong call', async (word, operands) => {
  const result = await runInProcess(['skills', word, ...operands], { cwd: temporaryTree(TREE) })
  expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('is empty') as string })
})

describe('without a home folder', () => {
  it.each<[Record<string, string>]>([[{}], [{ DSH_HOME: '/home/ann/.dsh' }], [{ DSH_HOME: '.dsh' }]])(
    'any command exits with 2 where %j does not say enough, and what it advises works',
    async (env) => {
      const cwd = temporaryTree(TREE)
      const { code, stderr } = await runInProcess(['skills', 'list'], { cwd, env, home: '' })
      expect(code).toBe(2)
      expect(stderr).not.toContain('~/.dsh')
      const advised = Object.fromEntries(
        [...stderr.matchAll(/(DSH_\w+)=(\/[^\s,;)]+)/g)].map(([, key, path]) => [key, path]),
      )
      expect(Object.keys(advised)).toEqual(['DSH_HOME', 'DSH_AGENTS_HOME'])
      expect((await runInProcess(['skills', 'list'], { cwd, env: advised, home: '' })).code).toBe(0)
      const [, home = ''] = / HOME=(\/[^\s,;)]+)/.exec(stderr) ?? []
      const rest = env['DSH_HOME'] === '.dsh' ? {} : env
      expect((await runInProcess(['skills', 'list'], { cwd, env: rest, home })).code).toBe(0)
    },
  )
})

describe('dsh skills check', () => {
  it.each([
    ['what loads', '.dsh/skills/fine', 0],
    ['what loads with advice', 'docs/long.md', 0],
    ['what loads after a repair', '.dsh/skills/loose.md', 1],
    ['what loads after a repair of a key that is not used', 'other-key', 1],
    ['what does not load', '.dsh/skills/broken', 1],
    ['a file that is no skill', 'docs/plain.md', 1],
    ['a path that is not there', 'docs/none.md', 2],
    ['a folder without a skill', 'empty', 2],
    ['a folder of nothing but empty folders', 'hollow', 2],
    ['a folder with a skill two levels below, where no session looks', 'deep', 0],
    ['a folder of skills that are spelled otherwise', 'case', 1],
    ['the folder of one skill that is spelled otherwise', 'case/a', 1],
    ['the same in upper case', 'case/b', 1],
    ['that very file', 'case/a/skill.md', 1],
    ['the same file in upper case', 'case/b/SKILL.MD', 1],
    ['a skill in a text file', 'text/SKILL.txt', 1],
    ['a skill in a file with a long ending', 'text/flat.markdown', 1],
    ['a folder of flat skills, one of them called skill', 'flat', 0],
    ['a flat skill called skill where skills are searched', '.dsh/skills/skill.md', 0],
    ['a folder of documents', 'plain', 2],
    ['a project without a skill', 'project', 2],
    ['a folder of nothing but links that lead nowhere', 'broken-link', 1],
    ['a folder with a skill, and with one a level below', 'mixed', 0],
    ['a link to a folder of skills', 'linked', 0],
  ])('tells %s by its exit code', async (_, path, code) => {
    const root = temporaryTree({
      ...TREE,
      'docs/long.md': skillText('long', 'Long.', 'x\n'.repeat(600)),
      empty: { dir: true },
      'other-key/a.md': '---\nname: a\ndescription: A.\nlicense: a: b\n---\nx',
      'other-key/b.md': '---\nname: b\ndescription: B.\nlicense: *b\n---\nx',
      'hollow/sub': { dir: true },
      'deep/a/b/SKILL.md': skillText('b'),
      'case/a/skill.md': skillText('a'),
      'case/b/SKILL.MD': skillText('b'),
      'text/SKILL.txt': skillText('text'),
      'text/flat.markdown': skillText('flat'),
      'flat/skill.md': skillText('skill'),
      'flat/other.md': skillText('other'),
      '.dsh/skills/skill.md': skillText('skill'),
      'plain/README.md': '# No skill',
      'project/.dsh/skills/a': { dir: true },
      'broken-link/a': { link: 'nowhere' },
      'mixed/a/SKILL.md': skillText('a'),
      'mixed/b/c/SKILL.md': skillText('c'),
      linked: { link: 'mixed' },
    })
    const result = await runInProcess(['skills', 'check', join(root, path)], { cwd: root })
    expect(result).toMatchObject({ code })
  })

  it('exits with 2 when one folder of several holds no skill, and names it', async () => {
    const root = temporaryTree({ 'a/x/SKILL.md': skillText('x'), 'b/sub': { dir: true }, c: { link: 'a' } })
    const check = (...paths: string[]) => runInProcess(['skills', 'check', ...paths], { cwd: root })
    const { code, stdout, stderr } = await check('a', 'b')
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: expect.stringContaining('1 checked, 0 failed') as string,
      stderr: expect.stringContaining(`there is no skill to check in ${join(root, 'b')}\n`) as string,
    })
    expect((await check('a', 'c')).code).toBe(0)
    expect((await check('c', 'a', 'a/x')).code).toBe(0)
  })
})

it.each([
  ['explain', '0 the skill can be loaded, by the model or by the user; 1 it cannot, or there is none'],
  [
    'check',
    '0 all of them load, warnings or none; 1 one does not, or only after a repair, or lies where no session finds it; 2 a path is not there, or no skill is found',
  ],
  ['show', '0 the skill is printed; 1 it does not load, or there is none'],
  ['list', '0, also when some skills are broken'],
])('the help of dsh skills %s tells its exit codes', async (word, codes) => {
  const { stdout } = await runInProcess(['skills', word, '--help'], { cwd: '/' })
  expect(stdout).toContain(`Exit codes: ${codes}`)
})
