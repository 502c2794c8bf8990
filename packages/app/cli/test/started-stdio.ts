import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { SessionEvent } from '@deepseek-ai/dsh-session'
import {
  dshPath,
  type Endpoint,
  type EndpointScript,
  nodeBinaries,
  skillText,
  startEndpoint,
  temporaryFolder,
  temporaryTree,
} from '@deepseek-ai/dsh-testkit'
import { expect, onTestFinished } from 'vitest'

export interface Running {
  readonly child: ChildProcess
  readonly endpoint: Endpoint
  readonly dshHome: string
  readonly stdin: Writable
  readonly output: { readonly stdout: string; readonly stderr: string }
  /** Resolves when stdout holds `text`. */
  readonly stdoutHas: (text: string) => Promise<void>
  readonly ended: Promise<number | string | null>
}

/** Starts the real `dsh stdio` over pipes; its model is an endpoint. */
export async function start(
  script: EndpointScript,
  { stdio = 'pipe', args = [] }: { readonly stdio?: StdioOptions; readonly args?: readonly string[] } = {},
): Promise<Running> {
  const endpoint = await startEndpoint(script)
  const dshHome = temporaryTree({
    'config.yaml': `model: m-1\nendpoint: { baseUrl: "${endpoint.url}", apiKey: none, maxRetries: 0 }\n`,
  })
  const cwd = temporaryTree({ '.git': { dir: true }, '.dsh/skills/tea.md': skillText('tea', 'Brews tea.') })
  const env = { PATH: '', HOME: temporaryFolder(), DSH_HOME: dshHome }
  const child = spawn(nodeBinaries[24], [dshPath, 'stdio', ...args], { cwd, env, stdio })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  child.stdin?.on('error', () => {}) // It may end without reading everything.
  const ended = new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => resolve(signal ?? code)),
  )
  const stdoutHas = async (text: string): Promise<void> => {
    while (!output.stdout.includes(text)) await setTimeout(5)
  }
  return { child, endpoint, dshHome, stdin: child.stdin ?? new Writable(), output, stdoutHas, ended }
}

/** The events of the only session of a home: each line of the log must be whole. */
export function eventsOf(dshHome: string): readonly SessionEvent[] {
  const folder = join(dshHome, 'sessions')
  const logs = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  expect(logs).toHaveLength(1)
  const text = readFileSync(join(folder, logs[0] ?? ''), 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionEvent)
}
