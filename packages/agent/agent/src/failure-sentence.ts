import { ModelError } from '@deepseek-ai/dsh-llm'
import { SessionError, type SessionEvent } from '@deepseek-ai/dsh-session'
import { type SkillSize, skillSizes } from './loaded-skills.ts'
import { TurnError } from './turn-error.ts'

const NAMED_SKILLS = 3

/** True for failures that may happen to anyone; any other is a fault of some program and belongs in its log. */
export function isExpectedFailure(error: unknown): error is Error {
  return error instanceof ModelError || error instanceof SessionError || error instanceof TurnError
}

/** What a person reads of a turn that failed. Foreign errors are named, not quoted: they may hold what no log should. */
export function failureSentence(error: unknown, events: readonly SessionEvent[]): string {
  if (error instanceof ModelError && error.kind === 'context-length') {
    return [error.message, ...largestSkills(skillSizes(events))].join(' ')
  }
  if (isExpectedFailure(error)) return error.message
  const kind = error instanceof Error ? error.name : typeof error
  return `The turn failed because of a fault in a program (${kind}). Its log says more.`
}

function largestSkills(skills: readonly SkillSize[]): readonly string[] {
  if (skills.length === 0) return []
  const named = skills.slice(0, NAMED_SKILLS).map(({ name, bytes }) => `${name} (${Math.ceil(bytes / 1000)} kB)`)
  return [`The largest skills loaded in this session: ${named.join(', ')}. Start a new session to go on without them.`]
}
