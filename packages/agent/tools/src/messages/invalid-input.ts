import type { z } from 'zod'
import { excerpt } from '../quote.ts'

const MAX_COMPLAINTS = 5

/** What the model reads when its arguments do not fit the schema of a tool that has no words of its own for that. */
export function invalidInput(tool: string, error: z.ZodError): string {
  const complaints = error.issues.slice(0, MAX_COMPLAINTS).map((issue) => {
    const field = issue.path.map(String).join('.')
    return `\n- ${field === '' ? '' : `${excerpt(field, 64)}: `}${excerpt(issue.message)}`
  })
  return `The arguments do not fit the parameters of ${tool}:${complaints.join('')}\nCorrect them and call ${tool} again.`
}
