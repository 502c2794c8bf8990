import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot, runNode, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { listedTests, passedTests } from '../titles.ts'

const FILE = 'packages/app/cli/test/x.test.ts'

function treeOf(page: string, ...tests: readonly { readonly title: string; readonly status: string }[]) {
  const testResults = [{ name: join(repositoryRoot, FILE), status: 'passed', assertionResults: tests }]
  const root = temporaryTree({ 'page.md': page, 'tests.json': JSON.stringify({ testResults }) })
  const path = join(root, 'page.md')
  const run = (...args: readonly string[]) =>
    runNode({
      args: [join(repositoryRoot, 'tools/robustness/main.ts'), join(root, 'tests.json'), `--page=${path}`, ...args],
    })
  return { root, path, run }
}

it('counts only tests of a report that passed', () => {
  const { root } = treeOf(
    '',
    { title: 'a [F01]', status: 'passed' },
    { title: 'b [F02]', status: 'pending' },
    { title: 'c [F04]', status: 'failed' },
  )
  expect(passedTests(join(root, 'tests.json'), repositoryRoot)).toEqual([{ file: FILE, title: 'a [F01]' }])
})

it('knows the titles that a table or a shared suite makes, without running a test', () => {
  const root = temporaryTree({
    'suite.js': "export const suite = (name) => describe(name, () => it('goes [A1]', () => { throw new Error() }))",
    'a.test.js': "import { suite } from './suite.js'\nsuite('x')\nit.each([1, 2])('number %i [F01]', () => {})",
    'vitest.config.mjs': 'export default { test: { globals: true } }',
  })
  expect(listedTests(root)).toEqual([
    { file: 'a.test.js', title: 'x > goes [A1]' },
    { file: 'a.test.js', title: 'number 1 [F01]' },
    { file: 'a.test.js', title: 'number 2 [F01]' },
  ])
})

it('prints one line per finding and exits with 1', async () => {
  const { run } = treeOf('| F02 | Two. | |', { title: 'a [Z1]', status: 'passed' })
  expect(await run()).toMatchObject({
    code: 1,
    stdout:
      'F02: no test; write one whose title ends in [F02]\nZ1: no row in docs/robustness.md; add one\n1 rows, 2 findings.\n',
  })
})

it('fails for a page that is out of date, until it is written anew', async () => {
  const { path, run } = treeOf('| F01 | One. | acp |', { title: 'a [F01]', status: 'passed' })
  expect(await run()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('npm run robustness -- --write') as string,
  })
  expect(await run('--write')).toMatchObject({ code: 0 })
  expect(readFileSync(path, 'utf8')).toBe('| F01 | One. | cli |')
  expect(await run()).toMatchObject({ code: 0, stdout: '1 rows, 0 findings.\n' })
})
