import { quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when there is no such skill, or no longer. */
export function unknownSkill(name: string): string {
  return `The skill ${quote(name)} is unknown or no longer available. Call the skill tool with another name from the list of available skills if one fits; if none does, go on without a skill and do not guess what it said.`
}
