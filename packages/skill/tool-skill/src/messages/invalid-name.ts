import { quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when no skill can have that name. */
export function invalidName(name: string): string {
  return `${quote(name)} is not a valid skill name. Names are made of a-z, 0-9 and single hyphens, like code-review. Call the skill tool again with a name exactly as the list of available skills has it.`
}
