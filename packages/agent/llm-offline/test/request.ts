import type { Message, ModelRequest } from '@deepseek-ai/dsh-llm'

/** A catalog message as the session prefix has it, entries escaped by the caller. */
export function catalogMessage(entries: Readonly<Record<string, string>>): Message {
  const lines = Object.entries(entries).map(([name, description]) => `- \`${name}\`: ${description}`)
  const list = ['<available_skills>', ...lines, '</available_skills>'].join('\n')
  return { role: 'user', content: `<system-reminder>\nSkills are there.\n\n${list}\n\nCheck them.\n</system-reminder>` }
}

/** A request whose tools are `skill` and `read` unless others are named. */
export function requestOf(messages: readonly Message[], tools: readonly string[] = ['read', 'skill']): ModelRequest {
  return {
    adapter: 'offline',
    model: 'offline',
    parameters: {},
    system: 'You are an agent.',
    tools: tools.map((name) => ({ name, description: '', parameters: {} })),
    messages,
  }
}

/** The result of the `skill` tool. */
export function skillContent(name: string, base: string, instructions: string): string {
  return [
    `<skill_content name="${name}">`,
    `<skill_resources>\nBase folder: ${base}\nRelative paths start there.\n</skill_resources>`,
    `<skill_instructions>\n${instructions}\n</skill_instructions>`,
    '</skill_content>',
  ].join('\n')
}
