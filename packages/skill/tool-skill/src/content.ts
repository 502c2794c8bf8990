import type { SkillDefinition } from '@deepseek-ai/dsh-skill'
import { escapeMarkup, neutraliseOwnTags } from '@deepseek-ai/dsh-tools/frame'
import { resourceGuidance } from './messages.ts'

/**
 * A loaded skill as the model reads it. The instructions stand in it word for word, but that our own tags inside them are
 * made harmless: the text holds exactly one frame.
 */
export function renderSkillContent(definition: SkillDefinition): string {
  return [
    `<skill_content name="${escapeMarkup(definition.name)}">`,
    '<skill_resources>',
    resourceGuidance(definition),
    '</skill_resources>',
    '<skill_instructions>',
    neutraliseOwnTags(definition.content),
    '</skill_instructions>',
    '</skill_content>',
  ].join('\n')
}
