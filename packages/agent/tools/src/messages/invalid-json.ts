import { excerpt } from '../quote.ts'

/** What the model reads when its arguments are no JSON object. */
export function invalidJson(tool: string, reason: string): string {
  return `The arguments for ${tool} could not be read: ${excerpt(reason)}. Call ${tool} again with one complete JSON object that fits its parameters.`
}
