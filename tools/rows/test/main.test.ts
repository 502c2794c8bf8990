import { join } from 'node:path'
import { repositoryRoot, runNode, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { listedTests, passedTests } from '../test-titles.ts'

const report = (root: string): string => join(root, 'tests.json')

function reportOf(...tests: readonly { readonly title: string; readonly status: string }[]): string {
  const name = join(repositoryRoot, 'packages/app/cli/test/x.test.ts')
  return JSON.stringify({ testResults: [{ name, status: 'passed', assertionResults: tests }] })
}

it('counts only tests of a report that have passed', () => {
  const text = reportOf(
    { title: 'a [F01]', status: 'passed' },
    { title: 'b [F02]', status: 'pending' },
    { title: 'c [F04]', status: 'failed' },
  )
  const root = temporaryTree({ 'tests.json': text })
  expect(passedTests(report(root), repositoryRoot)).toEqual([
    { file: 'packages/app/cli/test/x.test.ts', title: 'a [F01]' },
  ])
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

it('prints one line for each finding and exits with 1', async () => {
  const root = temporaryTree({ 'tests.json': reportOf({ title: 'a [F01] [Z1]', status: 'passed' }) })
  const result = await runNode({ args: [join(repositoryRoot, 'tools/rows/main.ts'), report(root)] })
  expect(result).toMatchObject({ code: 1, stderr: expect.stringMatching(/^\d+ findings\.\n$/) as string })
  const lines = result.stdout.split('\n')
  expect(lines[0]).toBe('Z1: stands in no table, but in packages/app/cli/test/x.test.ts: a [F01] [Z1]')
  expect(lines).toContain('F02: no test; write one whose title ends in [F02]')
  expect(lines).not.toContain('F01: no test; write one whose title ends in [F01]')
  expect(lines.at(-2)).toMatch(/^1 rows and parts have tests, \d+ wait\.$/)
})
