import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { repositoryRoot, runNode, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { formatSkipped } from '../skipped-reporter.ts'

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

async function run(test: string): Promise<string> {
  const root = temporaryTree({ 'a.test.js': test })
  const reporter = join(repositoryRoot, 'tools/ci/skipped-reporter.ts')
  const { stdout } = await runNode({ args: [vitest, 'run', '--globals', `--root=${root}`, `--reporter=${reporter}`] })
  return stdout
}

it('prints how many tests a run has skipped, and why', async () => {
  const stdout = await run(`
    it('a', ({ skip }) => skip('nginx cannot be run'))
    it.skip('b', () => {})
    describe('inside', () => it('c', ({ skip }) => skip('nginx cannot be run')))
    it('d', () => {})
  `)
  expect(stdout).toBe('3 tests skipped:\n  2: nginx cannot be run\n  1: no reason given\n')
})

it('prints nothing when a run has skipped none', async () => {
  expect(await run("it('a', () => {})")).toBe('')
})

it('keeps to the singular for one test', () => {
  expect(formatSkipped(['no strace'])).toBe('1 test skipped:\n  1: no strace')
})
