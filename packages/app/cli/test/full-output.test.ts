import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { dshPath, nodeBinaries, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it, onTestFinished } from 'vitest'

/** The real `dsh`, with `path` open as what `stdio` calls 'file'. */
function start(args: readonly string[], path: string, stdio: readonly ('file' | 'ignore' | 'pipe')[]): ChildProcess {
  const file = openSync(path, path === '/dev/full' ? 'w' : 'r')
  const streams: StdioOptions = stdio.map((each) => (each === 'file' ? file : each))
  const env = { PATH: '', HOME: temporaryFolder() }
  const child = spawn(nodeBinaries[24], [dshPath, ...args], { cwd: temporaryFolder(), env, stdio: streams })
  closeSync(file)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const codeOf = (child: ChildProcess): Promise<number | string | null> =>
  new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)))

const textOf = (stream: Readable | null): Promise<string> => (stream ? text(stream) : Promise.resolve(''))

it.each([
  [['nope']],
  [['run', '--offline', 'hi']],
  [['stdio', '--offline']],
  [['acp', '--offline']],
  [['sessions', 'list', '--bogus']],
])('dsh %j ends with 1 where its messages cannot be written', async (args) => {
  expect(await codeOf(start(args, '/dev/full', ['ignore', 'ignore', 'file']))).toBe(1)
  expect(await codeOf(start(args, '/dev/full', ['ignore', 'file', 'file']))).toBe(1)
})

it('a command that has nothing to say but its answer does not care', async () => {
  expect(await codeOf(start(['skills', 'list'], '/dev/full', ['ignore', 'ignore', 'file']))).toBe(0)
})

it('an answer goes out where nothing else can be written', async () => {
  const child = start(['run', '--offline', 'hi'], '/dev/full', ['ignore', 'pipe', 'file'])
  expect(await textOf(child.stdout)).toContain('No language model is connected.')
})

it('a command that fails anyway says that its answer cannot be written', async () => {
  const child = start(['skills', 'explain', 'nope'], '/dev/full', ['ignore', 'file', 'pipe'])
  expect(await textOf(child.stderr)).toBe('dsh: the output cannot be written: ENOSPC: no space left on device, write\n')
})

it.each([['stdio'], ['acp']])('dsh %s says of a folder on stdin that it cannot be read', async (command) => {
  const child = start([command, '--offline'], temporaryFolder(), ['file', 'ignore', 'pipe'])
  const code = codeOf(child)
  expect(await textOf(child.stderr)).toContain('dsh: the input cannot be read: EISDIR')
  expect(await code).toBe(1)
})
