import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The numbers that a program reports, by name. */
export type Report = Readonly<Record<string, number>>

export interface ProgramOptions {
  readonly home: string
  readonly args?: readonly string[]
  /** Flags for Node. */
  readonly flags?: readonly string[]
  /** Put in front of the command line. */
  readonly wrapper?: readonly string[]
}

const PROGRAMS = join(import.meta.dirname, 'programs')
const TIMEOUT_MS = 120_000
/** Nothing of ours: a bare Node, to be told what to load. */
export const NODE = process.execPath

/** Runs `programs/<name>.ts` in a process of its own and returns what it reports. Throws when it fails. */
export function runProgram(name: string, { home, args = [], flags = [], wrapper = [] }: ProgramOptions): Report {
  const line = [...wrapper, NODE, '--conditions=dsh-source', ...flags, join(PROGRAMS, `${name}.ts`), ...args]
  const { stdout } = runCommand(line, home)
  return readReport(stdout)
}

/** The last line of what a program wrote. */
export function readReport(stdout: string): Report {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Report
}

/** Runs a command to its end, in an environment without anything of the user's. Throws when it fails. */
export function runCommand(line: readonly string[], home: string): { readonly stdout: string; readonly ms: number } {
  const [command = NODE, ...args] = line
  const startedAt = performance.now()
  const result = spawnSync(command, args, {
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TZ: 'UTC', LANG: 'C.UTF-8' },
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
  })
  const ms = performance.now() - startedAt
  if (result.error) throw result.error
  if (result.status !== 0) {
    const reason = result.signal ?? `code ${result.status}`
    throw new Error(`${line.join(' ')} ended with ${reason}:\n${result.stderr.slice(-2000)}`)
  }
  return { stdout: result.stdout, ms }
}
