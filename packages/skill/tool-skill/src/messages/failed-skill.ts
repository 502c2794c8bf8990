import { excerpt, quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when a skill is there, but could not be read this time. */
export function failedSkill(name: string, reason: string): string {
  return `The skill ${quote(name)} could not be loaded now. Reason: ${excerpt(reason)}\nThis may pass: call the skill tool once more. If that fails too, tell the user and go on without the skill; do not guess what it says.`
}
