import type { PermissionRequest, ToolKind } from '@deepseek-ai/dsh-tools'
import { Choice } from './view/choice.ts'
import type { Screen } from './view/screen.ts'
import type { Style } from './view/style.ts'
import { visibleLine } from './view/visible-text.ts'

export interface PermissionOptions {
  readonly screen: Screen
  readonly style: Style
  /** Kinds of tools that need not ask. */
  readonly allowedKinds: readonly ToolKind[]
}

/**
 * Asks the user, one question at a time, and notes the answer. Resolves to false for Esc, and when the signal fires; the question is gone then.
 *
 * "Deny" is selected first, and letters do nothing: who is in the middle of a word when the question comes allows nothing.
 */
export function askPermission(
  request: PermissionRequest,
  signal: AbortSignal,
  { screen, style, allowedKinds }: PermissionOptions,
): Promise<boolean> {
  if (allowedKinds.includes(request.kind)) return Promise.resolve(true)
  if (signal.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const answer = (isAllowed: boolean): void => {
      signal.removeEventListener('abort', withdraw)
      close()
      if (!signal.aborted) screen.transcript.notice('note', isAllowed ? 'allowed' : 'denied')
      resolve(isAllowed)
    }
    const withdraw = (): void => answer(false)
    // The whole of it, of any length, where the user can scroll.
    screen.transcript.notice('warning', `${request.title}?\n${request.target}`)
    const question = {
      text: style.warning(style.bold(visibleLine(`${request.title}?`))),
      options: [
        { value: false, label: 'Deny' },
        { value: true, label: 'Allow this once' },
      ],
      hint: '↑ ↓ choose, Enter answers, Esc denies',
    }
    const close = screen.openDialog(new Choice(question, style, (isAllowed) => answer(isAllowed === true)))
    signal.addEventListener('abort', withdraw, { once: true })
  })
}
