import type { SkillMenuEntry } from '@deepseek-ai/dsh-skill-command'
import type { MenuItem } from '../input/menu-items.ts'

/** The rows of the menu for skills: whose they are, and what they do. */
export function skillItems(entries: readonly SkillMenuEntry[]): readonly MenuItem[] {
  return entries.map(({ name, description, scope, isUserOnly }) => ({
    name: `skill:${name}`,
    description: `(${scope}${isUserOnly ? ', yours alone' : ''}) ${description}`,
    isRunWhenPicked: false,
  }))
}
