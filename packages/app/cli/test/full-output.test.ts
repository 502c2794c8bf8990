import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { dshPath, nodeBinaries, startEndpoint, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dsh } from './dsh.ts'

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

describe('an answer that nobody can get [G62]', () => {
  it.each([
    ['run --offline hi', '>&-'],
    ['run --offline --json hi', '>&-'],
    ['stdio --offline', '>&-'],
    ['stdio --offline --json', '>&-'],
    ['run --offline hi', '>/dev/full'],
    ['stdio --offline', '>/dev/full'],
    ['stdio --offline', '>&- 2>&-'],
    ['acp --offline', '>&-'],
  ])('dsh %s %s ends with 1', (args, redirection) => {
    const { status, stderr } = sh(args, redirection)
    expect(status).toBe(1)
    const told = /^dsh: (?:stdout is closed|the output cannot be written)/m
    expect(redirection.includes('2>') || told.test(stderr)).toBe(true)
  })

  it.each([
    ['run --offline hi', '> /dev/null'],
    ['stdio --offline', '> /dev/null'],
    ['run --offline hi', '2>&-'],
    ['skills list', '>&-'],
  ])('while dsh %s %s ends with 0', (args, redirection) => {
    expect(sh(args, redirection).status).toBe(0)
  })
})

it('writes out what steers a terminal in an answer that goes into a pipe, and keeps all else [G62]', async () => {
  const answer = 'a\u001b]52;c;aGk=\u0007b\u009bJ\tc\r\nd\re\u200bf 👩\u200d🚒 \u202b'
  const endpoint = await startEndpoint(() => ({ text: [answer] }))
  const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url }
  const { stdout } = await dsh(['run', 'hi'], { env })
  expect(stdout).toBe('a\\u{1b}]52;c;aGk=\\u{7}b\\u{9b}J\tc\r\nd\\u{d}e\u200bf 👩\u200d🚒 \u202b\n')
  const whole = await dsh(['run', '--json', 'hi'], { env })
  expect(['\u001b', '\u009b'].filter((each) => whole.stdout.includes(each))).toEqual([])
  const lines = whole.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly answer?: string })
  expect(lines.find((line) => line.answer !== undefined)?.answer).toBe(answer)
})

function sh(args: string, redirection: string): { readonly status: number | null; readonly stderr: string } {
  const env = { PATH: '', HOME: temporaryFolder() }
  const call = `exec '${nodeBinaries[24]}' '${dshPath}' ${args} ${redirection}`
  return spawnSync('/bin/sh', ['-c', call], { cwd: temporaryFolder(), env, input: 'hi\n', encoding: 'utf8' })
}
