import type { SessionInfo } from '@deepseek-ai/dsh-session'
import type { ChoiceOption } from '../view/choice.ts'

/**
 * The sessions to go on with, in which something was said: those of this folder first, the newest first. When it began (UTC)
 * and how, which is what fits on any screen; where and under which id comes behind that.
 */
export function sessionOptions(sessions: readonly SessionInfo[], cwd: string): readonly ChoiceOption<string>[] {
  const here = sessions.filter((session) => session.cwd === cwd)
  const elsewhere = sessions.filter((session) => session.cwd !== cwd)
  return [...here, ...elsewhere].flatMap(({ id, startedAt, firstWords, cwd: folder }) => {
    if (firstWords === undefined) return []
    const label = `${startedAt.slice(0, 16).replace('T', ' ')}  ${firstWords}`
    return [{ value: id, label, detail: folder === cwd ? id : `in ${folder}, ${id}` }]
  })
}
