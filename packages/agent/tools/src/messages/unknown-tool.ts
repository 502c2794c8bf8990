import { quote } from '../quote.ts'

/** What the model reads when it calls a tool that its view does not hold. */
export function unknownTool(name: string, available: readonly string[]): string {
  const rest =
    available.length === 0
      ? 'No tool is available here.'
      : `Call one of these by its exact name: ${available.join(', ')}.`
  return `There is no tool called ${quote(name)}. ${rest}`
}
