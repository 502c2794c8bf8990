import { join } from 'node:path'
import { repositoryRoot, runNode, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'

function file(status: string, tests: readonly string[]): unknown {
  return { name: 'a.test.ts', status, assertionResults: tests.map((test) => ({ status: test })) }
}

it.each([
  ['tests that pass', [file('passed', ['passed', 'passed']), file('passed', ['passed'])], '3 0'],
  ['a test that fails', [file('failed', ['passed', 'failed'])], '1 1'],
  ['tests that are skipped or to do', [file('passed', ['passed', 'skipped', 'todo', 'pending'])], '1 3'],
  ['a file that does not load', [file('failed', []), file('passed', ['passed'])], '1 1'],
  ['a file that breaks down after its tests', [file('failed', ['passed'])], '1 1'],
])('counts %s', async (_, testResults, counts) => {
  const root = temporaryTree({ 'tests.json': JSON.stringify({ testResults }) })
  const { stdout } = await runNode({
    args: [join(repositoryRoot, 'tools/ci/count-tests.ts'), join(root, 'tests.json')],
  })
  expect(stdout).toBe(`${counts}\n`)
})

it('fails without a report', async () => {
  const { code } = await runNode({ args: [join(repositoryRoot, 'tools/ci/count-tests.ts'), '/nonexistent/tests.json'] })
  expect(code).toBe(1)
})
