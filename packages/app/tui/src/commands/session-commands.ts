import { chooseFolder, SessionFolderError } from '@deepseek-ai/dsh-host-kit'
import type { Session, SessionService } from '@deepseek-ai/dsh-session'
import { sessionOptions } from '../session/session-choice.ts'
import { Choice } from '../view/choice.ts'
import type { Screen } from '../view/screen.ts'
import type { Style } from '../view/style.ts'

/** How many sessions `/resume` offers: what can be looked through with the arrows. */
const OFFERED = 50

const QUESTION = 'Go on with (times in UTC)'

export interface SessionCommandOptions {
  readonly sessions: SessionService
  readonly screen: Screen
  readonly style: Style
  /** Where the app is now. */
  readonly current: () => { readonly sessionId: string | undefined; readonly cwd: string }
  readonly switchTo: (session: Session) => void
}

/** `/resume ID`, or `/resume` alone, which asks which one. */
export function resumeCommand(id: string, options: SessionCommandOptions): void {
  const { sessions, screen, switchTo, current } = options
  try {
    if (id === '') offerSessions(options)
    else if (id === current().sessionId) screen.transcript.notice('note', 'That is this session.')
    else switchTo(sessions.resume(id, { chooseCwd: chooseFolder(id, undefined) }))
  } catch (error) {
    const advice = error instanceof SessionFolderError ? ` Leave, then: dsh --resume ${id} --cwd NEW-PLACE` : ''
    screen.transcript.notice('error', `${error instanceof Error ? error.message : String(error)}${advice}`)
  }
}

function offerSessions(options: SessionCommandOptions): void {
  const { sessions, screen, style, current } = options
  const { sessionId, cwd } = current()
  let damaged = 0
  const all = sessions.store.list(() => (damaged += 1))
  const found = sessionOptions(
    all.filter(({ id }) => id !== sessionId),
    cwd,
  )
  if (damaged > 0) screen.transcript.notice('warning', leftOut(damaged))
  if (found.length === 0) {
    screen.transcript.notice('note', 'There is no other session.')
    return
  }
  const more = found.length > OFFERED ? `${found.length - OFFERED} more: dsh sessions list has them` : undefined
  if (more !== undefined) screen.transcript.notice('note', more) // Where it can be read on a small screen, too.
  const content = {
    text: style.bold(more === undefined ? QUESTION : `${QUESTION}. ${more}`),
    options: found.slice(0, OFFERED),
    hint: '↑ ↓ choose, Enter opens, Esc stays here',
  }
  const dialog = new Choice(content, {
    style,
    room: () => screen.dialogRoom,
    onAnswer: (id) => {
      close()
      if (id !== undefined) resumeCommand(id, options)
    },
  })
  const close = screen.openDialog(dialog)
}

function leftOut(damaged: number): string {
  const logs = damaged === 1 ? '1 damaged log is' : `${damaged} damaged logs are`
  return `${logs} left out: dsh sessions list tells what is wrong.`
}
