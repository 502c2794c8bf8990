/** Why a text cannot be a prompt, and what to do. */
export interface PromptFault {
  readonly message: string
  readonly hint: string
}

/** What keeps `text` from being sent; `undefined` when nothing does. A line that starts with `/skill:` is no words for the model. */
export function faultOfPrompt(text: string): PromptFault | undefined {
  if (!/^\s*\/skill:/.test(text)) return undefined
  return {
    message: 'a prompt cannot start with /skill: here',
    hint: 'ask in your own words; the model loads the skill',
  }
}
