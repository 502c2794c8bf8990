import type { SkillSource } from '@deepseek-ai/dsh-skill'

const PROJECT_SOURCES: readonly SkillSource[] = ['project-dsh', 'project-agents']

/** Whether skills of this source lie in the project. */
export function isProjectSource(source: SkillSource): boolean {
  return PROJECT_SOURCES.includes(source)
}
