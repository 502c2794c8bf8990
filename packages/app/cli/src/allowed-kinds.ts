import type { ToolKind } from '@deepseek-ai/dsh-tools'
import type { Invocation } from './command.ts'

/** What the user can do to let tools of a kind go ahead. */
export const ALLOW_HINTS: Readonly<Partial<Record<ToolKind, string>>> = {
  read: '--allow-read lets the read tool read any file',
  execute: '--allow-bash lets the bash tool run any command',
}

/** What tools may do without asking, by the options. */
export function allowedKinds(options: Invocation['options']): readonly ToolKind[] {
  const allowed: ToolKind[] = []
  if (options['allow-read'] === true) allowed.push('read')
  if (options['allow-bash'] === true) allowed.push('execute')
  return allowed
}
