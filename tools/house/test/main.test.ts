import { join } from 'node:path'
import { repositoryRoot, runNode, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { figuresOf } from '../figures.ts'

const BUILD = `${JSON.stringify({ files: [], references: [] }, undefined, 2)}\n`
const main = join(repositoryRoot, 'tools/house/main.ts')

it('prints one line for each finding and exits with 1', async () => {
  const root = temporaryTree({
    'tsconfig.build.json': BUILD,
    'packages/a/package.json': '{ "name": "a", "private": true }',
    'packages/a/src/index.ts': 'x\n'.repeat(301),
  })
  expect(await runNode({ args: [main, root] })).toEqual({
    code: 1,
    signal: null,
    stdout: `packages/a/README.md:1: the file is missing; write it: purpose, install, example, settings, failures
packages/a/src/index.ts:301: 301 lines, 300 at most; give a step of it a file of its own
`,
    stderr: '2 findings.\n',
  })
})

it('prints nothing and exits with 0 when all is well, and nothing is shipped', async () => {
  const root = temporaryTree({ 'tsconfig.build.json': BUILD, packages: { dir: true } })
  expect(await runNode({ args: [main, root] })).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
})

it('counts files and lines of what is shipped, per package, largest first', () => {
  const source = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) })
  expect(
    figuresOf([
      source('packages/a/b/src/x.ts', 20),
      source('packages/a/c/src/deep/y.ts', 21),
      source('packages/a/c/bin/z.js', 40),
    ]),
  ).toEqual([
    '3 source files, 81 lines; 1 of 20 lines or fewer (33%); longest 40 (packages/a/c/bin/z.js)',
    '    61 lines    2 files  packages/a/c',
    '    20 lines    1 files  packages/a/b',
  ])
})
