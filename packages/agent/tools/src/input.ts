import type { Tool } from './tool.ts'
import { invalidInput, invalidJson } from './messages.ts'

/** The arguments of a call after the check, or what the model should read instead of a result. */
export type CheckedInput =
  | { readonly isValid: true; readonly input: unknown }
  | { readonly isValid: false; readonly complaint: string }

/** Parses and checks the arguments of one call. No text at all counts as `{}`: some models send it to tools without parameters. */
export async function checkInput(tool: Tool, text: string): Promise<CheckedInput> {
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { isValid: false, complaint: invalidJson(tool.name, error.message) }
  }
  const checked = await tool.input.safeParseAsync(value)
  if (checked.success) return { isValid: true, input: checked.data }
  return { isValid: false, complaint: tool.describeInvalidInput?.(value) ?? invalidInput(tool.name, checked.error) }
}
