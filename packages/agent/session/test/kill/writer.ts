import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { nodeBinaries } from '@deepseek-ai/dsh-testkit'
import { expect } from 'vitest'
import type { Moment } from './moments.ts'

/** Writes turns to a session and tells of each event, see there. */
export const writerPath = join(import.meta.dirname, '../children/write-turns.ts')

/** Large enough that a write of it takes a while. */
const LARGEST_BYTES = '150000'

export interface WriterOptions {
  readonly folder: string
  readonly id: string
  /** Node keeps its compiled code there, so that a process starts sooner. */
  readonly codeFolder: string
}

/** What a writer told on stdout before it was gone: `<seq> <digest>` of each acknowledged event, in order. */
export function toldEvents(stdout: string): readonly string[] {
  return stdout
    .slice(0, stdout.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => /^\d/.test(line))
}

/** Starts a writer that never ends by itself, and kills it. Resolves to what it told. */
export async function writeUntilKilled(moment: Moment, options: WriterOptions): Promise<readonly string[]> {
  const { folder, id, codeFolder } = options
  const args = ['--conditions=dsh-source', writerPath, folder, id, 'Infinity', LARGEST_BYTES]
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: codeFolder }
  const child = spawn(nodeBinaries[24], args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (moment.kind === 'writing' && ownCount(stdout) >= moment.events) killIn(moment.microseconds, child)
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)))
  if (moment.kind === 'start') {
    await setTimeout(moment.ms)
    child.kill('SIGKILL')
  }
  expect({ signal: await ended, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' })
  return toldEvents(stdout)
}

/** How many events it told that it wrote itself; -1 until the session is open. */
function ownCount(stdout: string): number {
  const start = stdout.indexOf('open\n')
  return start === -1 ? -1 : stdout.slice(start).split('\n').length - 2
}

/** Kills it so soon that no timer could. */
function killIn(microseconds: number, child: ChildProcess): void {
  const end = process.hrtime.bigint() + BigInt(microseconds) * 1_000n
  while (process.hrtime.bigint() < end);
  child.kill('SIGKILL')
}
