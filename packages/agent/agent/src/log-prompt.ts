import type { Session } from '@deepseek-ai/dsh-session'
import { addReadableRoot } from './add-readable-root.ts'
import type { Prompt } from './agent.ts'

/** Logs what the user says, and opens the folder of the skill that came with it. */
export function logPrompt(session: Session, { text, skill }: Prompt): void {
  if (!skill) {
    session.append({ type: 'user/message', content: text })
    return
  }
  const { name, typed, readableRoot } = skill
  session.append({ type: 'user/message', content: text, skill: { name, typed } })
  if (readableRoot !== undefined) addReadableRoot(session, readableRoot)
}
