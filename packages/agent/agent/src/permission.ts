import { abortable, type PermissionRequest } from '@deepseek-ai/dsh-tools'
import type { Loop } from './loop.ts'

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

/**
 * Asks the user, unless it needs no question or there is an answer for all of the session. Nobody to ask, or anything but
 * a clear yes, is a no.
 */
export async function isAllowed(
  request: PermissionRequest,
  { isOpen, requestPermission, allowed }: Pick<Loop, 'isOpen' | 'requestPermission' | 'allowed'>,
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
