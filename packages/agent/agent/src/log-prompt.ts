import type { Session } from '@deepseek-ai/dsh-session'
import type { Prompt } from './agent.ts'

/** Logs what the user says, and the skill that came with it. */
export function logPrompt(session: Session, { text, skill }: Prompt): void {
  session.append({ type: 'user/message', content: text, ...(skill && { skill }) })
}
