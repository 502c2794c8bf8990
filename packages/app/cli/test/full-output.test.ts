import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinaries, repositoryRoot, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it, onTestFinished } from 'vitest'

const bin = join(repositoryRoot, 'packages/app/cli/bin/dsh.js')

/** The exit code of `dsh` where nothing can be written to stderr, or to stdout either. */
function codeOf(args: readonly string[], { stdoutToo = false } = {}): Promise<number | string | null> {
  const full = openSync('/dev/full', 'w')
  const child = spawn(nodeBinaries[24], [bin, ...args], {
    cwd: temporaryFolder(),
    env: { PATH: '', HOME: temporaryFolder() },
    stdio: ['ignore', stdoutToo ? full : 'ignore', full],
  })
  closeSync(full)
  onTestFinished(() => void child.kill('SIGKILL'))
  return new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)))
}

it.each([
  [['nope']],
  [['run', '--offline', 'hi']],
  [['stdio', '--offline']],
  [['acp', '--offline']],
  [['sessions', 'list', '--bogus']],
])('dsh %j ends with 1 where its messages cannot be written', async (args) => {
  expect(await codeOf(args)).toBe(1)
  expect(await codeOf(args, { stdoutToo: true })).toBe(1)
})

it('a command that has nothing to say but its answer does not care', async () => {
  expect(await codeOf(['skills', 'list'])).toBe(0)
})
