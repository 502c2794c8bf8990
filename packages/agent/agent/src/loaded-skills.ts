import type { Message } from '@deepseek-ai/dsh-llm'

/** A skill in the history, with what all its loads take up. */
export interface LoadedSkill {
  readonly name: string
  readonly bytes: number
}

/** The tool whose results are skills. */
const SKILL_TOOL = 'skill'

/** How a user turn opens that brings a skill along. */
const SKILL_TURN = /^<skill_content name="([a-z0-9-]{1,200})">/

/** The skills that stand in a history, the largest first: results of the tool `skill`, and turns that the user loaded one with. */
export function loadedSkills(history: readonly Message[]): readonly LoadedSkill[] {
  const namesByCall = new Map<string, string>()
  const sizes = new Map<string, number>()
  for (const message of history) {
    if (message.role === 'assistant') {
      for (const call of message.toolCalls ?? []) namesByCall.set(call.id, skillNameIn(call.arguments))
      continue
    }
    const name = message.role === 'user' ? SKILL_TURN.exec(message.content)?.[1] : nameOfResult(message, namesByCall)
    if (name) sizes.set(name, (sizes.get(name) ?? 0) + Buffer.byteLength(message.content))
  }
  return Array.from(sizes, ([name, bytes]) => ({ name, bytes })).toSorted((one, other) => other.bytes - one.bytes)
}

function nameOfResult(
  message: Message & { readonly role: 'tool' },
  namesByCall: ReadonlyMap<string, string>,
): string | undefined {
  if (message.toolName !== SKILL_TOOL || message.isError) return undefined
  return namesByCall.get(message.toolCallId)
}

/** The `name` of a call's arguments; empty when it has none. */
function skillNameIn(argumentsText: string): string {
  try {
    const value: unknown = JSON.parse(argumentsText)
    return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : ''
  } catch {
    return '' // The model's text is not JSON: no skill came of it.
  }
}
