import { excerpt } from '../quote.ts'

const MAX_REASON = 1_000

/** What the model reads when a tool threw. */
export function toolFailed(tool: string, reason: unknown): string {
  return `${excerpt(tool, 64)} failed: ${excerpt(messageOf(reason), MAX_REASON)}`
}

function messageOf(reason: unknown): string {
  try {
    if (typeof reason === 'string' && reason !== '') return reason
    if (reason instanceof Error && typeof reason.message === 'string' && reason.message !== '') return reason.message
    return 'no reason was given'
  } catch {
    // Whatever was thrown throws again when it is looked at: a proxy, or a getter.
    return 'no readable reason was given'
  }
}
