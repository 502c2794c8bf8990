import { renameSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { skillText, temporaryTree, type Tree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { runInProcess } from './in-process.ts'

interface Report {
  readonly checked: number
  readonly failed: number
  readonly warned: number
  readonly searched: readonly string[]
  readonly files: readonly {
    readonly path: string
    readonly found: boolean
    readonly problems: readonly {
      readonly code: string
      readonly severity: string
      readonly message: string
      readonly hint: string
    }[]
  }[]
}

const A = '.agents/skills'

const plant = (tree: Tree): string => temporaryTree({ '.git': { dir: true }, ...tree })

async function check(cwd: string, ...paths: string[]) {
  const { code, stdout, stderr } = await runInProcess(['skills', 'check', '--json', ...paths], { cwd })
  const report = stdout === '' ? undefined : (JSON.parse(stdout) as Report)
  const files = report?.files ?? []
  return {
    code,
    stderr,
    report,
    read: files.map(({ path }) => path.slice(cwd.length + 1)),
    codes: files.flatMap(({ problems }) => problems.map((problem) => problem.code)),
    hints: files.flatMap(({ problems }) => problems.map(({ hint }) => hint)),
  }
}

describe('a skill that no session can load', () => {
  it.each<[string, Tree, string]>([
    ['in small letters', { [`${A}/low/skill.md`]: skillText('low') }, 'case-mismatch'],
    ['in capitals', { [`${A}/cap/SKILL.MD`]: skillText('cap') }, 'case-mismatch'],
    ['with one ending too many', { [`${A}/a/SKILL.md.txt`]: skillText('a') }, 'file-misnamed'],
    ['in the plural', { [`${A}/a/SKILLS.md`]: skillText('a') }, 'file-misnamed'],
    ['without an ending', { [`${A}/a/SKILL`]: skillText('a') }, 'file-misnamed'],
    ['called like its folder', { [`${A}/a/a.md`]: skillText('a') }, 'file-misnamed'],
    ['flat, with an ending in capitals', { [`${A}/a.MD`]: skillText('a') }, 'file-misnamed'],
    ['one level too deep', { [`${A}/pack/inner/SKILL.md`]: skillText('inner') }, 'too-deep'],
    ['three levels too deep', { [`${A}/pack/a/b/inner/SKILL.md`]: skillText('inner') }, 'too-deep'],
    ['too deep in .dsh/skills', { '.dsh/skills/pack/inner/SKILL.md': skillText('inner') }, 'too-deep'],
    ['too deep, and flat', { [`${A}/pack/a.md`]: skillText('a'), [`${A}/pack/b.md`]: skillText('b') }, 'too-deep'],
    ['too deep, in small letters', { [`${A}/pack/inner/skill.md`]: skillText('inner') }, 'too-deep'],
    [
      'in a skill that does not name it',
      { [`${A}/tea/in/SKILL.md`]: skillText('in'), [`${A}/tea/SKILL.md`]: skillText('tea') },
      'too-deep',
    ],
  ])('fails the check, and loads once the advice is followed: %s [G36]', async (_title, tree, expected) => {
    const cwd = plant(tree)
    const { code, codes, report, stderr } = await check(cwd)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(new Set(codes)).toEqual(new Set([expected]))
    expect(await check(cwd, '.')).toMatchObject({ code: 1, codes })
    for (const { path, problems } of report?.files ?? []) {
      for (const { hint } of problems) follow(hint, path)
    }
    const after = await check(cwd)
    expect(after.code).toBe(0)
    expect(after.codes.filter((each) => each !== 'no-skill-file')).toEqual([])
  })

  it('fails for its name though it has no header either [G36]', async () => {
    const cwd = plant({ [`${A}/low/Skill.md`]: 'x' })
    expect(await check(cwd)).toMatchObject({ code: 1, codes: ['header-missing', 'case-mismatch'] })
  })

  it.each(['pack', 'pack/inner', 'pack/inner/SKILL.md'])('fails too when %s is named [G36]', async (path) => {
    const cwd = plant({ [`${A}/pack/inner/SKILL.md`]: skillText('inner') })
    expect(await check(cwd, `${A}/${path}`)).toMatchObject({ code: 1, codes: ['too-deep'] })
  })

  it('fails too when a flat file that lies too deep is named, not when it belongs to a skill [G36]', async () => {
    const cwd = plant({
      [`${A}/pack/a.md`]: skillText('a'),
      [`${A}/tea/SKILL.md`]: skillText('tea'),
      [`${A}/tea/b.md`]: skillText('b'),
    })
    expect(await check(cwd, `${A}/pack/a.md`)).toMatchObject({ code: 1, codes: ['too-deep'] })
    expect(await check(cwd, `${A}/tea/b.md`)).toMatchObject({ code: 0, codes: [] })
  })

  it('may lie behind a link out of the project that is refused [G36]', async () => {
    const outside = temporaryTree({ 'b/SKILL.md': skillText('b') })
    const cwd = plant({ [A]: { link: outside }, 'skills/a/SKILL.md': skillText('a') })
    const tree = temporaryTree({ 'config.yaml': 'skills: { local: { projectLinks: inside } }' })
    const args = ['skills', 'check', '--json', '.']
    const { code, stdout } = await runInProcess(args, { cwd, env: { DSH_HOME: tree } })
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('link-outside-project') as string })
  })

  it.each<[string, Tree]>([
    ['a sample of a skill', { [`${A}/tea/references/x/SKILL.md`]: skillText('x') }],
    ['a template', { [`${A}/tea/templates/SKILL.md`]: 'x' }],
    ['a file that its text names', { [`${A}/tea/more/SKILL.md`]: skillText('more') }],
    ['a document', { [`${A}/docs/skill-notes.md`]: 'x', [`${A}/docs/about.md`]: '---\ntitle: x\n---\n' }],
    ['a page on skills', { 'docs/skill.md': '---\ntitle: Skills\n---\nx' }],
    ['a folder without a skill', { [`${A}/empty`]: { dir: true } }],
  ])('is not %s [G36]', async (_title, tree) => {
    const cwd = plant({ [`${A}/tea/SKILL.md`]: skillText('tea', 'Tea.', 'Read `more/SKILL.md`.'), ...tree })
    expect(await check(cwd, '.')).toMatchObject({ code: 0, report: { failed: 0 } })
  })
})

/** Does what a hint says, word for word. */
function follow(hint: string, path: string): void {
  const [, name] = /^Rename it to (\S+)\.$/.exec(hint) ?? []
  const [, what, target = '', file] =
    /^Move (it|its folder) to (\S+?)(?:, and call the file (\S+))?\.$/.exec(hint) ?? []
  if (name !== undefined) renameSync(path, join(dirname(path), name))
  if (what === undefined) return
  mkdirSync(dirname(target), { recursive: true })
  renameSync(what === 'it' ? path : dirname(path), target)
  const base = path.slice(dirname(path).length + 1)
  if (file !== undefined) renameSync(join(target, base), join(target, file))
}

describe('a folder is walked', () => {
  it('down to each SKILL.md, which a line tells from those that a session finds [G37]', async () => {
    const cwd = plant({
      'plugins/a/skills/x/SKILL.md': skillText('x'),
      'plugins/a/skills/flat.md': skillText('flat'),
      'plugins/a/commands/c.md': '---\ndescription: A command.\n---\nx',
      'plugins/b/deep/er/y/SKILL.md': 'x',
      [`${A}/tea/SKILL.md`]: skillText('tea'),
    })
    const named = await check(cwd, 'plugins')
    expect(named).toMatchObject({ code: 1, report: { checked: 3, failed: 1 } })
    expect(named.read).toEqual([
      'plugins/a/skills/flat.md',
      'plugins/a/skills/x/SKILL.md',
      'plugins/b/deep/er/y/SKILL.md',
    ])
    const all = await check(cwd, '.')
    expect(all.report?.checked).toBe(4)
    expect(all.report?.files.filter(({ found }) => found).map(({ path }) => path)).toEqual([
      join(cwd, A, 'tea/SKILL.md'),
    ])
    expect(all.report?.searched).toContain(join(cwd, A))
    const text = async (...paths: string[]) => (await runInProcess(['skills', 'check', ...paths], { cwd })).stdout
    expect(await text('.')).toContain(
      `a session in ${cwd} finds 1 of them: tea; it looks in ${join(cwd, '.dsh/skills')}, `,
    )
    expect(await text('plugins')).toContain('finds none of them;')
    expect(await text()).toContain('finds it;')
  })

  it.each(['.', 'skills'])('as a repository of skills: %s [G37]', async (path) => {
    const tree = Object.fromEntries(['a', 'b', 'c'].map((name) => [`skills/${name}/SKILL.md`, skillText(name)]))
    const cwd = plant({ ...tree, 'README.md': '---\ntitle: x\n---\n', 'skills/group/d/SKILL.md': skillText('d') })
    expect(await check(cwd, path)).toMatchObject({ code: 0, report: { checked: 4, failed: 0 }, codes: [] })
  })

  it('with a SKILL.md of its own, and more below [G37]', async () => {
    const cwd = plant({ 'r/SKILL.md': skillText('r'), 'r/skills/a/SKILL.md': 'x' })
    expect(await check(cwd, 'r')).toMatchObject({ code: 1, read: ['r/SKILL.md', 'r/skills/a/SKILL.md'] })
  })

  it('without .git, node_modules, and links that lead back [G37]', async () => {
    const cwd = plant({
      '.git/skills/a/SKILL.md': 'x',
      'node_modules/p/skills/b/SKILL.md': 'x',
      'p/node_modules/q/SKILL.md': 'x',
      'p/skills/c/SKILL.md': skillText('c'),
      'p/skills/c/up': { link: '../..' },
      'p/root': { link: '/' },
      'p/again': { link: 'skills' },
      [A]: { link: '../p/skills' },
    })
    const { code, read, report } = await check(cwd, '.')
    expect({ code, read }).toEqual({ code: 0, read: ['p/skills/c/SKILL.md'] })
    expect(report?.files[0]?.found).toBe(true)
  })

  it('and tells a folder without any skill by exit code 2, with a path or without [G37]', async () => {
    const cwd = plant({ 'docs/x/y.md': 'x', [`${A}/empty`]: { dir: true } })
    for (const paths of [['docs'], ['.'], [], [A]]) {
      const { code, stderr } = await check(cwd, ...paths)
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('no skill to check in') as string })
    }
  })

  it('without a note on each folder that holds no skill [G37]', async () => {
    const folders = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`web/f${index}/x.txt`, '']))
    const cwd = plant({ ...folders, 'web/skills/a/SKILL.md': skillText('a') })
    const { stdout } = await runInProcess(['skills', 'check', 'web'], { cwd })
    expect(stdout.split('\n')).toHaveLength(4)
  })
})

it.each(['x', '.', 'x/y'])(
  'a skill unpacked with Windows separators fails in %s, which is no folder of skills [G37]',
  async (path) => {
    const cwd = plant({
      'x/y/pdf\\SKILL.md': skillText('pdf'),
      'x/y/pdf\\references\\a.md': 'x',
      'x/skills/tea/SKILL.md': skillText('tea'),
    })
    const { code, codes } = await check(cwd, path)
    expect({ code, codes: codes.filter((each) => each !== 'name-not-folder') }).toEqual({
      code: 1,
      codes: ['file-unpacked-flat'],
    })
  },
)

it('a misspelled skill fails for its name also where more is wrong with it [G36]', async () => {
  const body = 'Run `scripts/run.sh`.'
  const cwd = plant({ 'x/pdf/skill.md': skillText('pdf', 'Pdf.', body), 'x/pdf/scripts/run.sh': '#!/bin/sh\n' })
  expect(await check(cwd, 'x')).toMatchObject({ code: 1, codes: ['script-not-executable', 'case-mismatch'] })
})

describe('namesakes and side files', () => {
  it.each([[[]], [['.']], [[A]]])('warns of a backup with both paths, given %j [G22]', async (paths) => {
    const cwd = plant({ [`${A}/.tea.bak/SKILL.md`]: skillText('tea'), [`${A}/tea/SKILL.md`]: skillText('tea') })
    const { report } = await check(cwd, ...paths)
    const problems = report?.files.flatMap((file) => file.problems.map((problem) => ({ ...problem, path: file.path })))
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'namesake',
        severity: 'warning',
        path: join(cwd, A, '.tea.bak/SKILL.md'),
        message: expect.stringContaining(join(cwd, A, 'tea/SKILL.md')) as string,
      }),
    )
    expect(report?.files.map(({ found }) => found)).toEqual([false, true])
  })

  it.each(['._tea.md', '.#tea.md', '~$tea.md', '.~lock.tea.md'])(
    'passes over %s, in a folder or by name [G24]',
    async (name) => {
      const side = name === '.#tea.md' ? ({ link: 'me@host.1' } as const) : Buffer.from([0, 5, 22, 7, 0, 2])
      const cwd = plant({ [`${A}/tea.md`]: skillText('tea'), [`${A}/${name}`]: side, [`other/skills/${name}`]: side })
      expect(await check(cwd)).toMatchObject({ code: 0, read: [`${A}/tea.md`], codes: [] })
      expect(await check(cwd, '.')).toMatchObject({ code: 0, read: [`${A}/tea.md`], codes: [] })
      expect(await check(cwd, `${A}/tea.md`, `${A}/${name}`)).toMatchObject({ code: 0, codes: ['side-file'] })
      expect((await check(cwd, `${A}/${name}`)).code).toBe(2)
    },
  )
})
