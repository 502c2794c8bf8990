import { abortable, type PermissionRequest } from '@deepseek-ai/dsh-tools'
import type { AgentOptions } from './agent.ts'

/** What the user has allowed for as long as an agent lives: kinds of tools, each with the very target. */
export class AllowedRequests {
  private readonly keys = new Set<string>()

  add(request: PermissionRequest): void {
    this.keys.add(keyOf(request))
  }

  has(request: PermissionRequest): boolean {
    return this.keys.has(keyOf(request))
  }
}

/** Who can say yes: the rule of access, what was allowed before, the user. */
export interface PermissionSources {
  /** Whether a tool may go ahead without a question. */
  readonly isOpen: (request: PermissionRequest, signal: AbortSignal) => Promise<boolean>
  readonly requestPermission: AgentOptions['requestPermission']
  /** What need not be asked again. */
  readonly allowed: AllowedRequests
}

/**
 * Asks the user, unless it needs no question or there is an answer for all of the session. Nobody to ask, or anything but
 * a clear yes, is a no.
 */
export async function isAllowed(
  request: PermissionRequest,
  { isOpen, requestPermission, allowed }: PermissionSources,
  signal: AbortSignal,
): Promise<boolean> {
  if (allowed.has(request) || (await isOpen(request, signal))) return true
  if (!requestPermission) return false
  const answer = await abortable(requestPermission(request, signal), signal)
  if (answer === 'session') allowed.add(request)
  return answer === 'session' || answer === 'once'
}

function keyOf({ kind, target }: PermissionRequest): string {
  return JSON.stringify([kind, target])
}
