import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { temporaryFolder, temporaryTree, type Tree } from '@deepseek-ai/dsh-testkit'
import { runCommandLine } from '../src/main.ts'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface RunHereOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Text of config.yaml. */
  readonly config?: string
  /** DSH_HOME; a new one that holds `config` when absent. */
  readonly dshHome?: string
  readonly cwd?: string
  readonly home?: string
  readonly input?: string
}

/** Runs a command line in this process, with streams, folders and environment of its own. */
export async function runHere(args: readonly string[], options: RunHereOptions = {}): Promise<Ran> {
  const { env = {}, config, cwd = temporaryFolder(), home = temporaryFolder(), input = '' } = options
  const tree: Tree = config === undefined ? {} : { 'config.yaml': config }
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const texts = Promise.all([text(stdout), text(stderr)])
  stdin.end(input)
  const code = await runCommandLine(args, {
    stdin,
    stdout,
    stderr,
    env: { DSH_HOME: options.dshHome ?? temporaryTree(tree), ...env },
    cwd,
    home,
    signal: new AbortController().signal,
  })
  stdout.end()
  stderr.end()
  const [out, err] = await texts
  return { code, stdout: out, stderr: err }
}
