import type { Session } from '@deepseek-ai/dsh-session'
import type { Prompt } from './agent.ts'

/** Logs what the user says, the skill that came with it, and what the user should know of that skill. */
export function logPrompt(session: Session, { text, skill: started }: Prompt): void {
  if (!started) {
    session.append({ type: 'user/message', content: text })
    return
  }
  const { notices = [], ...skill } = started
  session.append({ type: 'user/message', content: text, skill })
  for (const message of notices) session.append({ type: 'notice', code: 'skill-notice', message })
}
