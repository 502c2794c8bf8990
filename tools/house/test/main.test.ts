import { join } from 'node:path'
import { repositoryRoot, runNode, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'

const main = join(repositoryRoot, 'tools/house/main.ts')

it('prints one line for each finding and exits with 1', async () => {
  const root = temporaryTree({
    'tsconfig.build.json': '{}',
    'packages/a/package.json': '{ "name": "a", "private": true }',
    'packages/a/src/index.ts': 'x\n'.repeat(300),
  })
  expect(await runNode({ args: [main, root] })).toEqual({
    code: 1,
    signal: null,
    stdout: `packages/a/README.md:1: the file is missing; write it: purpose, install, example, settings, failures
packages/a/package.json:1: a is not in the table of packages; add a row to tools/house/table.ts that says what it may import
packages/a/src/index.ts:251: 300 lines, 250 at most; give a step of it a file of its own
`,
    stderr: '3 findings.\n',
  })
})

it('prints nothing and exits with 0 when all is well', async () => {
  const root = temporaryTree({ 'tsconfig.build.json': '{}', packages: { dir: true } })
  expect(await runNode({ args: [main, root] })).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
})
