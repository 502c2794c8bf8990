import type { SessionInfo } from '@deepseek-ai/dsh-session'
import { visibleLine } from '../visible-text.ts'

/** What `dsh sessions list` prints of the sessions of a folder, or of all: two lines each, and how to go on with one. */
export function listText(sessions: readonly SessionInfo[], folder: string | undefined): string {
  if (sessions.length === 0) {
    const where = folder === undefined ? '' : ` in ${visibleLine(folder)} and below it`
    return `no sessions${where} (dsh run "PROMPT" starts one)\n`
  }
  const blocks = sessions.map(({ id, cwd, startedAt, firstWords }) => {
    const time = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`
    const words = firstWords === undefined ? '(nothing was said)' : visibleLine(firstWords)
    return `${id}  ${time}  ${visibleLine(cwd)}\n    ${words}\n`
  })
  return `${blocks.join('')}\ngo on with one: dsh --resume ID\n`
}
