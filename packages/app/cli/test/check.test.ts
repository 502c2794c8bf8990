import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { skillText, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { findReferences } from '../src/skills/references.ts'
import type { CheckReport } from '../src/skills/check-run.ts'
import { dsh } from './dsh.ts'
import { runInProcess } from './in-process.ts'

const report = async (root: string, ...paths: string[]): Promise<CheckReport & { code: number }> => {
  const { code, stdout } = await runInProcess(['skills', 'check', '--json', ...paths], { cwd: root })
  return { code, ...(JSON.parse(stdout) as CheckReport) }
}
const codes = ({ files }: CheckReport): string[] => files.flatMap(({ problems }) => problems.map(({ code }) => code))

describe('dsh skills check', () => {
  it('counts the same in text and JSON, and tells a missing folder apart [F20]', async () => {
    const root = temporaryTree({
      'broken/SKILL.md': '---\nname: broken\ndescription: [a\n---\nx',
      'nameless/SKILL.md': '---\ndescription: No name.\n---\nx',
      'good/SKILL.md': skillText('good'),
      'fine.md': skillText('fine'),
      'README.md': 'An ordinary document.',
    })
    expect(await report(root, '.')).toMatchObject({ code: 1, checked: 4, failed: 2, warned: 0 })
    const text = await runInProcess(['skills', 'check', '.'], { cwd: root })
    expect(text).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('4 checked, 2 failed, 0 with warnings') as string,
    })
    const missing = await dsh(['skills', 'check', join(root, 'none')])
    expect(missing).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('no such file or folder') as string,
    })
  })

  it('fails a header that only loads because it is repaired, with line and advice [F01]', async () => {
    const text = '---\nname: ship-notes\ndescription: Drafts notes: features, fixes, risks\n---\nWrite them.'
    const root = temporaryTree({ 'ship-notes/SKILL.md': text, 'good/SKILL.md': skillText('good') })
    const { code, files } = await report(root, '.')
    expect(code).toBe(1)
    expect(files.find(({ skill }) => skill === 'ship-notes')).toMatchObject({
      verdict: 'failed',
      problems: [
        { line: 3, column: expect.any(Number) as number, hint: expect.stringMatching(/quote the value/i) as string },
      ],
    })
    const { stdout } = await runInProcess(['skills', 'list'], { cwd: root, env: { DSH_HOME: root } })
    expect(stdout).toContain('headers that do not parse are repaired')
  })

  it('warns of a description that is long, and of one that the catalog cuts, without failing [F17]', async () => {
    const of = (name: string, length: number): string => skillText(name, 'd'.repeat(length))
    const root = temporaryTree({
      'a.md': of('a', 500),
      'b.md': of('b', 501),
      'c.md': of('c', 1024),
      'd.md': of('d', 1025),
      'e.md': of('e', 12_000),
    })
    const each = async (file: string): Promise<unknown> => ({
      codes: codes(await report(root, file)),
      code: (await report(root, file)).code,
    })
    expect(await each('a.md')).toEqual({ codes: [], code: 0 })
    expect(await each('b.md')).toEqual({ codes: ['description-cut'], code: 0 })
    expect(await each('c.md')).toEqual({ codes: ['description-cut'], code: 0 })
    expect(await each('d.md')).toEqual({ codes: ['description-too-long', 'description-cut'], code: 0 })
    expect(await each('e.md')).toEqual({ codes: ['description-too-long', 'description-cut'], code: 0 })
  })

  it('warns of a text of more than 500 lines', async () => {
    const root = temporaryTree({
      'a.md': skillText('a', 'A.', 'x\n'.repeat(500).trim()),
      'b.md': skillText('b', 'B.', 'x\n'.repeat(501).trim()),
    })
    expect(codes(await report(root, 'a.md'))).toEqual([])
    expect(await report(root, 'b.md')).toMatchObject({
      code: 0,
      files: [{ verdict: 'warned', problems: [{ code: 'body-long' }] }],
    })
  })

  it('warns where text is lost behind a number sign [F02]', async () => {
    const root = temporaryTree({
      'a.md': skillText('a', 'Posts to the #deploys channel'),
      'b.md': skillText('b', '"Uses #tags" # reviewed'),
    })
    expect(await report(root, 'a.md')).toMatchObject({
      code: 0,
      files: [{ problems: [{ code: 'yaml-comment', line: 3 }] }],
    })
    expect(codes(await report(root, 'b.md'))).toEqual([])
  })

  it('warns of a file that the text names and is missing or outside of the folder, by line [F64] [A2]', async () => {
    const body = 'See [this](references/there.md).\n\nRun `scripts/gone.sh`, then ../other/x.md and https://a.b/c.md.'
    const root = temporaryTree({ 'pdf/SKILL.md': skillText('pdf', 'Pdf.', body), 'pdf/references/there.md': 'x' })
    const { files, code } = await report(root, 'pdf')
    expect(code).toBe(0)
    expect(files[0]?.problems.map(({ code: each, line, message }) => [each, line, message.split(',')[0]])).toEqual([
      ['reference-missing', 8, 'The text names scripts/gone.sh'],
      ['reference-outside', 8, 'The text names ../other/x.md'],
    ])
  })

  it('notes a name that differs from its folder, and an empty folder [F22] [F40]', async () => {
    const S = '.agents/skills'
    const root = temporaryTree({ [`${S}/acme.babysit/SKILL.md`]: skillText('babysit'), [`${S}/sub`]: { dir: true } })
    const result = await report(root, S)
    expect(result).toMatchObject({ code: 0, failed: 0, warned: 0 })
    expect(codes(result)).toEqual(['name-not-folder', 'no-skill-file'])
  })

  it('checks the folders of the project when no path is given, and a named file without a header fails', async () => {
    const root = temporaryTree({
      '.git': { dir: true },
      '.dsh/skills/a.md': skillText('a'),
      '.dsh/skills/notes.md': 'x',
    })
    expect(await report(root)).toMatchObject({ code: 0, checked: 1, failed: 0 })
    expect(await report(root, '.dsh/skills/notes.md')).toMatchObject({ code: 1, checked: 1, failed: 1 })
  })
})

describe('a folder that is named', () => {
  const SKILLS = {
    '.git': { dir: true },
    '.dsh/skills/a.md': skillText('a'),
    '.agents/skills/b/SKILL.md': 'x',
  } as const

  it('may be the project, its .dsh or its .agents: the folders of skills below it are checked', async () => {
    const root = temporaryTree(SKILLS)
    expect(await report(root, '.')).toMatchObject({ code: 1, checked: 2, failed: 1 })
    expect(await report(root, '.dsh')).toMatchObject({ code: 0, checked: 1, failed: 0 })
    expect(await report(root, '.agents')).toMatchObject({ code: 1, checked: 1, failed: 1 })
  })

  it('has the same fault as below its folder of skills when its SKILL.md is spelled in other letters [F44]', async () => {
    const root = temporaryTree({ 's/miss/skill.md': skillText('miss'), 's/miss/references/x.md': skillText('x') })
    const below = await report(root, 's')
    const path = join(root, 's/miss/skill.md')
    expect(below).toMatchObject({ code: 1, checked: 1, files: [{ path, problems: [{ code: 'case-mismatch' }] }] })
    for (const paths of [['s/miss'], ['s', 's/miss']]) {
      expect((await report(root, ...paths)).files).toEqual(below.files)
    }
  })

  it('without any skill is a wrong call, so that no check passes by mistake', async () => {
    const root = temporaryTree({ 'docs/x.txt': '' })
    const { code, stderr } = await runInProcess(['skills', 'check', 'docs'], { cwd: root })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('no skill to check') as string })
  })
})

describe('a file that is named', () => {
  it.each([
    ['s/skill.md', 'Rename it to SKILL.md.'],
    ['s/SKILL.txt', 'Rename it to SKILL.md.'],
    ['s/SKILL', 'Rename it to SKILL.md.'],
    ['s/notes.markdown', 'Rename it to notes.md.'],
    ['s/notes.v2.txt', 'Rename it to notes.v2.md.'],
  ])('fails as %s, since nothing loads a file of that name', async (file, hint) => {
    const root = temporaryTree({ [file]: skillText('notes') })
    expect(await report(root, file)).toMatchObject({
      code: 1,
      failed: 1,
      files: [{ skill: 'notes', problems: [{ code: 'file-misnamed', severity: 'error', hint }] }],
    })
  })
})

describe('files that a text names', () => {
  it.each([
    ['[a](x.md) ![b](img/y.png)', ['x.md', 'img/y.png']],
    ['`references/a.md`, scripts/b.sh. and assets/c.txt', ['references/a.md', 'scripts/b.sh', 'assets/c.txt']],
    ['[a](./x.md#part) [b](x.md?y) [c](%61.md)', ['x.md', 'a.md']],
    ['[a](https://x.y/z.md) [b](#top) [c](/etc/x.md) [d](mailto:a@b.c) [e](folder/)', []],
    ['../other/x.md ../../y.md', ['../other/x.md', '../../y.md']],
    ['my-references/a.md {references}/x.md references/*.md references/<name>.md', []],
    ['and/or, 1.5, e.g. this', []],
  ])('%s', (text, paths) => {
    expect(findReferences(text).map(({ path }) => path)).toEqual(paths)
  })
})

describe('dsh skills new', () => {
  it('writes into the project root, and what it writes passes the check', async () => {
    const root = temporaryTree({ '.git': { dir: true }, 'sub/x': '' })
    const path = join(root, '.agents/skills/review-notes/SKILL.md')
    expect(await runInProcess(['skills', 'new', 'review-notes'], { cwd: join(root, 'sub') })).toMatchObject({
      code: 0,
      stdout: `${path}\n`,
    })
    expect(await report(root, path)).toMatchObject({
      code: 0,
      checked: 1,
      warned: 0,
      files: [{ skill: 'review-notes', verdict: 'ok', problems: [] }],
    })
    expect((await runInProcess(['skills', 'list'], { cwd: root })).stdout).toContain('review-notes')
  })

  it('refuses a name that a skill has already, wherever that lies', async () => {
    const root = temporaryTree({
      '.git': { dir: true },
      '.dsh/skills/tea.md': skillText('tea'),
      '.agents/skills/cake/SKILL.md': 'x',
    })
    for (const [name, path] of [
      ['tea', '.dsh/skills/tea.md'],
      ['cake', '.agents/skills/cake/SKILL.md'],
    ] as const) {
      const { code, stderr } = await runInProcess(['skills', 'new', name], { cwd: root })
      expect(code).toBe(2)
      expect(stderr).toContain(join(root, path))
    }
    expect(existsSync(join(root, '.agents/skills/tea'))).toBe(false)
  })

  it('says what stands in its way', async () => {
    const root = temporaryTree({ '.git': { dir: true }, '.agents': 'a file' })
    expect(await runInProcess(['skills', 'new', 'a'], { cwd: root })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be written') as string,
    })
  })

  it('never writes over a file', async () => {
    const root = temporaryTree({ '.agents/skills/a/SKILL.md': 'mine' })
    expect(await runInProcess(['skills', 'new', 'a'], { cwd: root })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('already') as string,
    })
    expect(readFileSync(join(root, '.agents/skills/a/SKILL.md'), 'utf8')).toBe('mine')
  })

  it('writes for the user with --user, and refuses a name outside the grammar', async () => {
    const home = temporaryFolder()
    const cwd = temporaryFolder()
    expect((await runInProcess(['skills', 'new', 'a', '--user'], { cwd, home })).stdout).toBe(
      `${join(home, '.agents/skills/a/SKILL.md')}\n`,
    )
    for (const name of ['A', '../x', 'a b', '']) {
      expect((await runInProcess(['skills', 'new', name], { cwd, home })).code).toBe(2)
    }
    expect(existsSync(join(cwd, '.agents'))).toBe(false)
  })
})
