import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { dshPath, nodeBinaries, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { onTestFinished } from 'vitest'

export interface AcpChild {
  readonly process: ChildProcessWithoutNullStreams
  /** All that it wrote to stderr so far. */
  stderr(): string
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

export interface AcpChildOptions {
  readonly args?: readonly string[]
  readonly home?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Path of its Node; that of the project when absent. */
  readonly node?: string
}

/** Starts the real `dsh acp` in a process of its own; gone when the test ends. */
export function startAcp(options: AcpChildOptions = {}): AcpChild {
  const { args = ['--offline'], home = temporaryFolder(), cwd = '/', env = {}, node = nodeBinaries[24] } = options
  const child = spawn(node, [dshPath, 'acp', ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TZ: 'UTC', LANG: 'C.UTF-8', ...env },
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.on('error', () => {}) // It may end before it has read all.
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { process: child, stderr: () => stderr, exited }
}
