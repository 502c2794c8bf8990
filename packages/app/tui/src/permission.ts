import type { PermissionAnswer } from '@deepseek-ai/dsh-agent'
import { type PermissionRequest, type ToolKind, visible } from '@deepseek-ai/dsh-tools'
import { Choice, type ChoiceContent } from './view/choice.ts'
import { foldBreaks } from './view/fold-blanks.ts'
import type { Screen } from './view/screen.ts'
import type { Style } from './view/style.ts'
import { visibleLine, visibleText } from './view/visible-text.ts'

export interface PermissionOptions {
  readonly screen: Screen
  readonly style: Style
  /** Kinds of tools that need not ask. */
  readonly allowedKinds: readonly ToolKind[]
}

/** What the terminal shows as it is, without a column of its own. */
const JOINERS = /\u200C|\u200D|\uFE0F/g

const NOTES: Readonly<Record<PermissionAnswer, string>> = {
  refused: 'denied',
  once: 'allowed',
  session: 'allowed in this session',
}

/**
 * Asks the user, one question at a time, and notes the answer. Esc refuses, as does the signal; the question is gone then.
 *
 * "Deny" is selected first, and letters do nothing: who is in the middle of a word when the question comes allows nothing.
 */
export function askPermission(
  asked: PermissionRequest,
  signal: AbortSignal,
  { screen, style, allowedKinds }: PermissionOptions,
): Promise<PermissionAnswer> {
  // What real text needs and nobody sees may make another file name of one.
  const request = { ...asked, target: asked.target.replaceAll(JOINERS, visible) }
  if (allowedKinds.includes(request.kind)) return Promise.resolve('once')
  if (signal.aborted) return Promise.resolve('refused')
  return new Promise((resolve) => {
    const answer = (given: PermissionAnswer): void => {
      signal.removeEventListener('abort', withdraw)
      close()
      if (!signal.aborted) screen.transcript.notice('note', NOTES[given])
      resolve(given)
    }
    const withdraw = (): void => answer('refused')
    // The whole of it, of any length, where the user can scroll.
    screen.transcript.notice('warning', `${request.title}?\n${request.target}`)
    const question: ChoiceContent<PermissionAnswer> = {
      text: textOf(request, style),
      options: [
        { value: 'refused', label: 'Deny' },
        { value: 'once', label: 'Allow this once', shortLabel: 'Once: allow' },
        { value: 'session', label: 'Allow this in the whole session', shortLabel: 'Session: allow' },
      ],
      hint: '↑ ↓ choose, Enter answers, Esc denies, PageUp scrolls',
    }
    const dialog = new Choice(question, {
      style,
      room: () => screen.dialogRoom,
      onAnswer: (given) => answer(given ?? 'refused'),
    })
    screen.tui.scrollToBottom() // Where the whole of it is.
    const close = screen.openDialog(dialog)
    signal.addEventListener('abort', withdraw, { once: true })
  })
}

/** What is asked, and what it is about unless the question has the whole of that. */
function textOf({ title, target }: PermissionRequest, style: Style): string {
  const asked = (question: string): string => style.warning(style.bold(question))
  const question = visibleLine(`${title}?`)
  // Without the target below it, what looks like a line break in the title is the target's own text.
  if (title.includes(target)) return asked(question)
  return `${asked(foldBreaks(question, style.dim))}\n${visibleText(target)}`
}
