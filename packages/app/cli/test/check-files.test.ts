import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { skillText, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { findReferences } from '../src/skills/references.ts'
import { runInProcess } from './in-process.ts'

interface Report {
  readonly failed: number
  readonly files: readonly {
    readonly problems: readonly {
      readonly code: string
      readonly severity: string
      readonly message: string
      readonly hint: string
      readonly line?: number
    }[]
  }[]
}

async function check(root: string, path: string): Promise<{ readonly code: number; readonly report: Report }> {
  const { code, stdout } = await runInProcess(['skills', 'check', '--json', path], { cwd: root })
  return { code, report: JSON.parse(stdout) as Report }
}

const codesOf = ({ files }: Report): readonly string[] =>
  files.flatMap(({ problems }) => problems.map(({ code }) => code))

describe('a sample in a text is no claim about files [G38]', () => {
  it.each([
    ['a fence', '```md\n[x](references/yours.md)\n```'],
    ['a fence of tildes', '~~~\nRead references/yours.md\n~~~'],
    ['a longer fence around a shorter one', '````md\n```\n[x](a.md)\n```\n[y](references/b.md)\n````'],
    ['a fence in a list', '1. Do this:\n   ```sh\n   cat references/yours.md\n   ```'],
    ['a fence that is never closed', 'So:\n```\n[x](references/yours.md)'],
    ['an indented block', 'So:\n\n    [x](references/yours.md)\n    see assets/z.png\n\nDone.'],
    ['a comment', '<!-- [x](references/yours.md) -->'],
    ['a comment of several lines', 'A <!-- one\nscripts/two.sh\n--> b'],
    ['an import', '`import x from "../lib/y.js"`'],
    ['another statement', '`const a = require("./assets/b.json")`'],
  ])('%s', async (_title, body) => {
    const root = temporaryTree({ 'pdf/SKILL.md': skillText('pdf', 'Pdf.', body) })
    const { code, report } = await check(root, 'pdf')
    expect({ code, codes: codesOf(report) }).toEqual({ code: 0, codes: [] })
  })

  it('while what stands around it is', () => {
    const text =
      'A `references/a.md`\n```\nreferences/b.md\n```\n<!-- scripts/c.sh --> then assets/d.png\n- x\n    [e](e.md)'
    expect(findReferences(text).map(({ path, line }) => [path, line])).toEqual([
      ['references/a.md', 1],
      ['assets/d.png', 5],
      ['e.md', 7],
    ])
  })

  it('takes links with blanks, and targets that are defined apart', () => {
    const text = '[a](<references/my file.md>) and [b][c]\n\n[c]: references/c.md "Title"'
    expect(findReferences(text).map(({ path }) => path)).toEqual(['references/my file.md', 'references/c.md'])
  })
})

it('a file outside of the skill that is there is not reported [G38]', async () => {
  const root = temporaryTree({
    'pdf/SKILL.md': skillText('pdf', 'Pdf.', 'See [tea](../tea/SKILL.md), not ../milk/SKILL.md.'),
    'tea/SKILL.md': skillText('tea'),
  })
  const { report } = await check(root, 'pdf')
  expect(report.files[0]?.problems.map(({ code, message }) => [code, message])).toEqual([
    [
      'reference-outside',
      'The text names ../milk/SKILL.md, which lies outside the folder of the skill, and is not there.',
    ],
  ])
})

describe('a file that a text names in another normal form is there [G29]', () => {
  it.each([
    ['composed in the text', 'references/caf\u00e9.md', 'references/cafe\u0301.md'],
    ['decomposed in the text', 'references/cafe\u0301.md', 'references/caf\u00e9.md'],
    ['with another blank', '<references/my\u202ffile.md>', 'references/my file.md'],
  ])('%s', async (_title, named, onDisk) => {
    const root = temporaryTree({
      'pdf/SKILL.md': skillText('pdf', 'Pdf.', `See [it](${named}).`),
      [`pdf/${onDisk}`]: 'x',
    })
    expect(codesOf((await check(root, 'pdf')).report)).toEqual([])
  })

  it('but not when two may be meant', async () => {
    const root = temporaryTree({
      'pdf/SKILL.md': skillText('pdf', 'Pdf.', 'See [it](<references/a b.md>).'),
      'pdf/references/a\u00a0b.md': 'x',
      'pdf/references/a\u202fb.md': 'x',
    })
    expect(codesOf((await check(root, 'pdf')).report)).toEqual(['reference-missing'])
  })
})

describe('a script that the text runs by itself [G28]', () => {
  const tree = (body: string, script: string) =>
    temporaryTree({ 'pdf/SKILL.md': skillText('pdf', 'Pdf.', body), 'pdf/scripts/run.sh': script })

  it.each([
    'Run `scripts/run.sh`.',
    'Then execute the script `./scripts/run.sh`.',
    'Use `scripts/run.sh --all` for it.',
    'See `scripts/run.sh`:\n\n```sh\n$ ./scripts/run.sh --all\n```',
  ])('fails when it is not executable, and passes once the advice is followed: %s', async (body) => {
    const root = tree(body, '#!/bin/sh\necho hi\n')
    const { code, report } = await check(root, 'pdf')
    expect(code).toBe(1)
    expect(codesOf(report)).toEqual(['script-not-executable'])
    const [command = ''] = /chmod .*$/.exec(report.files[0]?.problems[0]?.hint ?? '') ?? []
    execFileSync('sh', ['-c', command], { cwd: join(root, 'pdf') })
    expect((await check(root, 'pdf')).code).toBe(0)
  })

  it('fails when its first line ends in a carriage return, and passes once the advice is followed', async () => {
    const root = tree('Run `scripts/run.sh`.', '#!/bin/sh\r\necho hi\r\n')
    chmodSync(join(root, 'pdf/scripts/run.sh'), 0o755)
    const { code, report } = await check(root, 'pdf')
    expect({ code, codes: codesOf(report) }).toEqual({ code: 1, codes: ['script-line-ends'] })
    const [command = ''] = /sed .*$/.exec(report.files[0]?.problems[0]?.hint ?? '') ?? []
    execFileSync('sh', ['-c', command], { cwd: join(root, 'pdf') })
    expect((await check(root, 'pdf')).code).toBe(0)
  })

  it.each([
    ['handed to an interpreter', 'Run `bash scripts/run.sh` or `python3 scripts/run.sh`.', '#!/bin/sh\n'],
    ['read', 'See `scripts/run.sh` for the steps.', '#!/bin/sh\n'],
    ['without an interpreter of its own', 'Run `scripts/run.sh`.', 'echo hi\n'],
  ])('may be of any mode when it is %s', async (_title, body, script) => {
    expect((await check(tree(body, script), 'pdf')).code).toBe(0)
  })
})

it('a file that was unpacked with Windows separators fails, and loads once the advice is followed [G28]', async () => {
  const root = temporaryTree({ '.git': { dir: true } })
  const folder = join(root, '.agents/skills')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'pdf\\SKILL.md'), skillText('pdf'))
  const { code, report } = await check(root, '.agents/skills')
  expect(code).toBe(1)
  expect(codesOf(report)).toContain('file-unpacked-flat')
  const problem = report.files.flatMap(({ problems }) => problems).find((each) => each.code === 'file-unpacked-flat')
  const [command = ''] = /mkdir .*$/.exec(problem?.hint ?? '') ?? []
  execFileSync('sh', ['-c', command])
  expect(existsSync(join(folder, 'pdf/SKILL.md'))).toBe(true)
  expect((await check(root, '.agents/skills')).code).toBe(0)
})
