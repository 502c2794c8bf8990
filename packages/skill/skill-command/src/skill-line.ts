import { isSkillName } from '@deepseek-ai/dsh-skill'

/** How a prompt begins that starts a skill. */
export const SKILL_COMMAND = '/skill:'

/** What a prompt is, looked at by itself. */
export type SkillLine =
  /** Words for the model. */
  | { readonly kind: 'prose' }
  /** The command without a name. */
  | { readonly kind: 'empty' }
  /** `typed`, up to the next white space, cannot be the name of a skill. */
  | { readonly kind: 'invalid'; readonly typed: string }
  /** `instructions` are the user's words as typed, empty when there are none. */
  | { readonly kind: 'command'; readonly name: string; readonly instructions: string }

const FIRST_WORD = /\S+/
const WHITE_SPACE = /\r\n|\s/

/**
 * Reads a prompt. Only at its very start, white space aside, `/skill:` is a command; later in a line it is prose. One
 * white space character, or one line end, parts the name from the words.
 */
export function parseSkillLine(text: string): SkillLine {
  const line = text.trimStart()
  if (!line.startsWith(SKILL_COMMAND)) return { kind: 'prose' }
  const rest = line.slice(SKILL_COMMAND.length)
  const space = WHITE_SPACE.exec(rest)
  const name = rest.slice(0, space?.index)
  if (isSkillName(name)) {
    const words = space ? rest.slice(space.index + space[0].length) : ''
    return { kind: 'command', name, instructions: words.trim() === '' ? '' : words }
  }
  const typed = FIRST_WORD.exec(rest)?.[0]
  return typed === undefined ? { kind: 'empty' } : { kind: 'invalid', typed }
}
