import { type Component, Container, Spacer } from '@earendil-works/pi-tui'
import { Answer } from './answer.ts'
import { Block } from './block.ts'
import { Fold, type FoldContent } from './fold.ts'
import { SafeLines } from './safe-lines.ts'
import type { Style } from './style.ts'
import { visibleText } from './visible-text.ts'

/** How much of the user's own words is shown; the rest is in the log of the session. */
const USER_CHARACTERS = 20_000

export type NoticeKind = 'note' | 'warning' | 'error'

/** What has been said and done, from the top down. Only grows. */
export class Transcript extends Container {
  private readonly style: Style
  private readonly folds: Fold[] = []
  private areFoldsOpen = false

  constructor(style: Style) {
    super()
    this.style = style
  }

  /** The user's words. */
  user(text: string): void {
    const { accent, bold } = this.style
    const more = text.length > USER_CHARACTERS ? `\n… ${text.length - USER_CHARACTERS} more characters` : ''
    this.put(new Block(bold(visibleText(text.slice(0, USER_CHARACTERS) + more)), { mark: accent('› '), width: 2 }))
  }

  answer(): Answer {
    const answer = new Answer(this.style)
    this.put(answer)
    return answer
  }

  fold(content: FoldContent): Fold {
    const fold = new Fold(content, this.style, this.areFoldsOpen)
    this.folds.push(fold)
    this.put(fold)
    return fold
  }

  /** Something for the user to know that is no part of the conversation. */
  notice(kind: NoticeKind, text: string): void {
    const { dim, warning, bad } = this.style
    const look = { note: [dim('·'), dim], warning: [warning('!'), warning], error: [bad('✗'), bad] } as const
    const [mark, color] = look[kind]
    this.put(new Block(color(visibleText(text)), { mark: `${mark} `, width: 2 }))
  }

  /** Lines that are styled and safe. */
  lines(lines: readonly string[]): void {
    this.put(new Block(lines.join('\n')))
  }

  /** Opens all that is folded, or closes it again. */
  toggleFolds(): void {
    this.areFoldsOpen = !this.areFoldsOpen
    for (const fold of this.folds) fold.setOpen(this.areFoldsOpen)
  }

  private put(entry: Component): void {
    this.addChild(new SafeLines(entry))
    this.addChild(new Spacer(1))
  }
}
