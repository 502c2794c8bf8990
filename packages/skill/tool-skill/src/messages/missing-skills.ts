import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import { excerpt } from '@deepseek-ai/dsh-tools'

const MAX_NAMED = 5

/** What the session log tells the user when a session starts without some of the skills. */
export function missingSkills({ providers, problems }: SkillInspection): string {
  const failed = providers.flatMap(({ name, state, error }) =>
    state === 'ok' ? [] : [`provider ${name} (${error ?? state})`],
  )
  const unread = problems.flatMap(({ severity, path, message }) =>
    severity === 'error' ? [`${path} (${message})`] : [],
  )
  const missing = failed.length > 0 ? failed : unread
  const shown = missing.slice(0, MAX_NAMED).map((one) => excerpt(one))
  if (missing.length > MAX_NAMED) shown.push(`${missing.length - MAX_NAMED} more`)
  const what = shown.length === 0 ? 'a source of skills did not answer in full' : shown.join('; ')
  return `Some skills may be missing from this session, because they could not be read after two attempts: ${what}. Start or resume a session to try again.`
}
