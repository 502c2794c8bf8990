import type { SkillHeader } from '@deepseek-ai/dsh-skill-format'

/** What a candidate and a definition take of a header, the flag only where it is set. */
export function headerFields({ disableModelInvocation, ...fields }: SkillHeader) {
  return disableModelInvocation ? { ...fields, disableModelInvocation } : fields
}
