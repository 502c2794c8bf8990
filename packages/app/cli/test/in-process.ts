import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { runCommandLine } from '../src/main.ts'

export interface InProcessOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** A fresh one when absent. */
  readonly home?: string
  /** Nothing when absent. */
  readonly input?: string | PassThrough
}

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line of `dsh` in this process, with streams, environment and home of its own. */
export async function runInProcess(args: readonly string[], options: InProcessOptions): Promise<CommandResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const texts = [text(stdout), text(stderr)] as const
  const { cwd, env = {}, home = temporaryFolder(), input = '' } = options
  if (typeof input === 'string') stdin.end(input)
  else input.pipe(stdin)
  const code = await runCommandLine(args, {
    stdin,
    hasPipedInput: true,
    isAnswerLost: false,
    stdout,
    stderr,
    env,
    cwd,
    home,
    signal: new AbortController().signal,
  })
  stdout.end()
  stderr.end()
  const [out, err] = await Promise.all(texts)
  return { code, stdout: out, stderr: err }
}
