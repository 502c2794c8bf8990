import type { ToolKind } from '@deepseek-ai/dsh-tools'
import type { Invocation } from './command.ts'

/** What tools may do without asking, by the options. */
export function allowedKinds(options: Invocation['options']): readonly ToolKind[] {
  const allowed: ToolKind[] = []
  if (options['allow-read'] === true) allowed.push('read')
  if (options['allow-bash'] === true) allowed.push('execute')
  return allowed
}
