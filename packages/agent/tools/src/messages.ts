import type { z } from 'zod'
import { excerpt, quote } from './quote.ts'

const MAX_COMPLAINTS = 5

/** What the model reads when its arguments do not fit the schema of a tool that has no words of its own for that. */
export function invalidInput(tool: string, error: z.ZodError): string {
  const complaints = error.issues.slice(0, MAX_COMPLAINTS).map((issue) => {
    const field = issue.path.map(String).join('.')
    return `\n- ${field === '' ? '' : `${excerpt(field, 64)}: `}${excerpt(issue.message)}`
  })
  return `The arguments do not fit the parameters of ${tool}:${complaints.join('')}\nCorrect them and call ${tool} again.`
}

/** What the model reads when its arguments are no JSON object. */
export function invalidJson(tool: string, reason: string): string {
  return `The arguments for ${tool} could not be read: ${excerpt(reason)}. Call ${tool} again with one complete JSON object that fits its parameters.`
}

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

/** What the model reads when it calls a tool that its view does not hold. */
export function unknownTool(name: string, available: readonly string[]): string {
  const rest =
    available.length === 0
      ? 'No tool is available here.'
      : `Call one of these by its exact name: ${available.join(', ')}.`
  return `There is no tool called ${quote(name)}. ${rest}`
}
