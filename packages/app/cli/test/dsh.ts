import { join } from 'node:path'
import { type ChildOptions, type ChildResult, repositoryRoot, runNode } from '@deepseek-ai/dsh-testkit'

/** Runs the real `dsh`, unbuilt, in a process of its own. */
export function dsh(args: readonly string[], options: Omit<ChildOptions, 'args'> = {}): Promise<ChildResult> {
  return runNode({ ...options, args: [join(repositoryRoot, 'packages/app/cli/bin/dsh.js'), ...args] })
}
