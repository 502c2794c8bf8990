import type { SessionInfo } from '@deepseek-ai/dsh-session'
import type { ChoiceOption } from '../view/choice.ts'

/** How many sessions `/resume` offers. */
const OFFERED = 50

/** The sessions to go on with: those of this folder first, the newest first. */
export function sessionOptions(sessions: readonly SessionInfo[], cwd: string): readonly ChoiceOption<string>[] {
  const here = sessions.filter((session) => session.cwd === cwd)
  const elsewhere = sessions.filter((session) => session.cwd !== cwd)
  return [...here, ...elsewhere].slice(0, OFFERED).map(({ id, startedAt, firstWords, cwd: folder }) => ({
    value: id,
    label: `${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    detail: `${firstWords ?? '(nothing was said)'}${folder === cwd ? '' : `, in ${folder}`}, ${id}`,
  }))
}
