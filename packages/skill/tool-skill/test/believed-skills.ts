import type { Message } from '@deepseek-ai/dsh-llm'

/** What a model that reads the messages in order takes for the skills: names and descriptions, sorted by name. */
export function believedSkills(messages: readonly Message[]): readonly (readonly [string, string])[] {
  const skills = new Map<string, string>()
  for (const { role, content } of messages) {
    if (role !== 'user' || !content.startsWith('<system-reminder>\n')) continue
    for (const tag of ['available_skills', 'added_skills', 'changed_skills']) {
      for (const [name, description] of linesIn(content, tag)) skills.set(name, description)
    }
    for (const [name] of linesIn(content, 'removed_skills')) skills.delete(name)
  }
  return [...skills].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function linesIn(content: string, tag: string): readonly (readonly [string, string])[] {
  const inside = new RegExp(`^<${tag}>\\n([^]*?)^</${tag}>$`, 'm').exec(content)?.[1] ?? ''
  return Array.from(inside.matchAll(/^- `([a-z0-9-]+)`(?:: (.*))?$/gm), ([, name = '', description = '']) => [
    name,
    description.replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
  ])
}
