import { spawnSync } from 'node:child_process'

/** Where a walker stands: a folder, and what is set there. */
export interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** What a command printed, and how it ended. */
export interface Seen {
  readonly command: string
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Bounds a hang, in ms. */
const TIMEOUT_MS = 120_000

/** Runs one command as a person would type it. */
export function run(command: string, { cwd, env }: Place): Seen {
  const { status, stdout, stderr, error } = spawnSync('bash', ['-c', command], {
    cwd,
    env,
    encoding: 'utf8',
    input: '',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) throw new Error(`${command}: ${error.message}`, { cause: error })
  return { command, code: status, stdout, stderr }
}

/** Throws, with all that was printed, unless the command ended with `code` and showed each text, in any order. */
export function expectSeen(
  seen: Seen,
  { code, texts }: { readonly code: number; readonly texts: readonly string[] },
): void {
  const printed = `${seen.stdout}${seen.stderr}`
  const missing = texts.filter((text) => !printed.includes(text))
  if (seen.code === code && missing.length === 0) return
  const lacks = missing.map((text) => `not seen: ${text}\n`).join('')
  throw new Error(`${seen.command}: exit code ${seen.code}, expected ${code}\n${lacks}seen:\n${printed}`)
}
