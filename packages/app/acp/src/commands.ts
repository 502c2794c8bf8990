import type { AvailableCommand } from '@agentclientprotocol/sdk'
import { SKILL_COMMAND, type SkillMenuEntry } from '@deepseek-ai/dsh-skill-command'

const DESCRIPTION_MAX_LENGTH = 500
const DOTS = '...'

/** The menu as the protocol has it: commands without their slash. Skills that the model does not see are marked as the user's own. */
export function commandsOf(menu: readonly SkillMenuEntry[]): AvailableCommand[] {
  return menu.map(({ name, description, isUserOnly }) => ({
    name: SKILL_COMMAND.slice(1) + name,
    description: cut(isUserOnly ? `(yours alone) ${description}` : description),
    input: { hint: 'what to do with it' },
  }))
}

function cut(text: string): string {
  if (text.length <= DESCRIPTION_MAX_LENGTH) return text
  const start = text.slice(0, DESCRIPTION_MAX_LENGTH - DOTS.length)
  return start.replace(/[\uD800-\uDBFF]$/, '').trimEnd() + DOTS
}
