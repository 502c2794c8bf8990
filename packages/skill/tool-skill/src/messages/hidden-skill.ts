import { quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when a skill is for the user alone to start. */
export function hiddenSkill(name: string): string {
  return `The skill ${quote(name)} is not available for model invocation: only the user can start it. Do not look for its text in another way and do not load another skill in its place. If it would help now, ask the user to start it with /skill:${name.slice(0, 64)}.`
}
