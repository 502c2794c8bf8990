import type { SessionEvent } from '@deepseek-ai/dsh-session'

/** A skill in the history, with what all its loads take up. */
export interface SkillSize {
  readonly name: string
  readonly bytes: number
}

/** The skills that stand in a history, the largest first: loaded by a tool, or brought along by a user's turn. */
export function skillSizes(events: readonly SessionEvent[]): readonly SkillSize[] {
  const sizes = new Map<string, number>()
  for (const event of events) {
    if ((event.type !== 'tool/result' && event.type !== 'user/message') || !event.skill) continue
    const { name } = event.skill
    sizes.set(name, (sizes.get(name) ?? 0) + Buffer.byteLength(event.content))
  }
  return Array.from(sizes, ([name, bytes]) => ({ name, bytes })).toSorted((one, other) => other.bytes - one.bytes)
}
