import { excerpt, quote } from '@deepseek-ai/dsh-tools'

/** Room for a path, what is wrong at which line, and what to write instead. */
const REASON_MAX_LENGTH = 600

/** What the model reads when a skill is there, but could not be read this time. */
export function failedSkill(name: string, reason: string): string {
  return `The skill ${quote(name)} could not be loaded now. Reason: ${excerpt(reason, REASON_MAX_LENGTH)}\nThis may pass: call the skill tool once more. If that fails too, tell the user the reason and go on without the skill; do not guess what it says.`
}
