import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChildResult, runNode, temporaryFolder } from '@deepseek-ai/dsh-testkit'

/** What a process calls, and which of its calls are looked at. */
export interface Traced {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Files that the calls concern; any file when there are none. */
  readonly paths: readonly string[]
}

/** The `when`-th call of that name among those that are looked at. */
export interface SystemCall {
  readonly name: string
  readonly when: number
}

/** `1234  write(21, …` */
const CALL = /^\d+ +(\w+)\(/

/** Runs the process to its end and tells its calls in order. `names` are those that strace knows, sets like `%file` too. */
export async function systemCalls(traced: Traced, names: readonly string[]): Promise<readonly SystemCall[]> {
  const output = join(temporaryFolder(), 'trace')
  await runTraced(traced, ['-o', output, '-e', `trace=${names.join(',')}`])
  const counts = new Map<string, number>()
  return readFileSync(output, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const name = CALL.exec(line)?.[1]
      if (name === undefined) return []
      const when = (counts.get(name) ?? 0) + 1
      counts.set(name, when)
      return [{ name, when }]
    })
}

/** Runs the process until it makes that call, which is not carried out: it is killed then. */
export function killAtCall(traced: Traced, { name, when }: SystemCall): Promise<ChildResult> {
  return runTraced(traced, [
    '-o',
    '/dev/null',
    '-e',
    `trace=${name}`,
    '-e',
    `inject=${name}:signal=SIGKILL:when=${when}`,
  ])
}

function runTraced({ args, env, paths }: Traced, options: readonly string[]): Promise<ChildResult> {
  const filter = paths.flatMap((path) => ['-P', path])
  return runNode({ args, env, wrapper: ['strace', '-f', '-qq', ...filter, ...options] })
}
