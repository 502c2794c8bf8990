import { spawn } from 'node:child_process'

export interface RunOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** What a child process printed, both streams in the order in which it wrote to them. */
export interface Printed {
  readonly code: number | null
  readonly text: string
}

/** Bounds a hang, in ms. */
const TIMEOUT_MS = 120_000

/** Runs a script of the shell; the first command that fails ends it. */
export function runShell(script: string, { cwd, env }: RunOptions): Promise<Printed> {
  const args = ['-e', '-o', 'pipefail', '-c', `exec 2>&1\n${script}`]
  const child = spawn('bash', args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, text: Buffer.concat(chunks).toString() }))
  })
}
