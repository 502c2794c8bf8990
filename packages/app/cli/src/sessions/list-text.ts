import type { SessionInfo } from '@deepseek-ai/dsh-session'
import { visibleLine } from '../visible-text.ts'

/** What `dsh sessions list` prints of the sessions of a folder, or of all: two lines each, and how to go on with one. */
export function listText(sessions: readonly SessionInfo[], folder: string | undefined): string {
  const blocks = sessions.flatMap(({ id, cwd, startedAt, firstWords }) => {
    if (firstWords === undefined) return []
    const time = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`
    return [`${id}  ${time}  ${visibleLine(cwd)}\n    ${visibleLine(firstWords)}\n`]
  })
  const unused = sessions.length - blocks.length
  const rest = unused === 0 ? '' : `${unused} more in which nothing was said (--json has them)\n`
  if (blocks.length > 0) return `${blocks.join('')}\ngo on with one: dsh --resume ID\n${rest}`
  const where = folder === undefined ? '' : ` in ${visibleLine(folder)} and below it`
  return `no sessions${where} (dsh run "PROMPT" starts one)\n${rest}`
}
