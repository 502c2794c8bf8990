/** A tool call that a scripted answer makes. */
export interface ScriptedToolCall {
  readonly name: string
  /** Text goes out word for word, also when it is no JSON; an object as its JSON. */
  readonly arguments: string | Readonly<Record<string, unknown>>
  /** `call_<n>` when absent, counted over the whole script. */
  readonly id?: string
}

/** The arguments as the model would send them. */
export function argumentsText(call: ScriptedToolCall): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)
}
