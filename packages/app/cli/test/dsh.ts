import { dshPath, type ChildOptions, type ChildResult, runNode } from '@deepseek-ai/dsh-testkit'

/** Runs the real `dsh` in a process of its own. */
export function dsh(args: readonly string[], options: Omit<ChildOptions, 'args'> = {}): Promise<ChildResult> {
  return runNode({ ...options, args: [dshPath, ...args] })
}
