import type { Component, TuiMouseEvent, TuiMouseEventResult } from '@earendil-works/pi-tui'
import { Answer } from './answer.ts'
import { Block } from './block.ts'
import { Fold, type FoldContent } from './fold.ts'
import { SafeLines } from './safe-lines.ts'
import type { Style } from './style.ts'
import { visibleText } from './visible-text.ts'

/** How much of the user's own words is shown; the rest is in the log of the session. */
const USER_CHARACTERS = 20_000

export type NoticeKind = 'note' | 'warning' | 'error'

/** Always the same rows, so that it is known again. */
class BlankRow implements Component {
  private readonly rows = ['']

  render(): readonly string[] {
    return this.rows
  }

  invalidate(): void {}
}

/** An entry as it was drawn. */
interface DrawnEntry {
  readonly entry: Component
  readonly rows: readonly string[]
}

/** What has been said and done, from the top down. Only grows, so that a frame draws what has changed and what follows. */
export class Transcript implements Component {
  private readonly style: Style
  private readonly entries: Component[] = []
  private readonly folds: Fold[] = []
  private areFoldsOpen = false
  private drawn: { readonly width: number; readonly entries: DrawnEntry[]; readonly rows: string[] } | undefined

  constructor(style: Style) {
    this.style = style
  }

  /** The user's words. */
  user(text: string): void {
    const { accent, bold } = this.style
    const more = text.length > USER_CHARACTERS ? `\n… ${text.length - USER_CHARACTERS} more characters` : ''
    this.put(new Block(bold(visibleText(text.slice(0, USER_CHARACTERS) + more)), { mark: accent('› '), width: 2 }))
  }

  answer(): Answer {
    const end = new BlankRow()
    let parts: Component[] = []
    this.entries.push(end)
    return new Answer(this.style, {
      add: (part, hasBlankRow) => {
        const added = [...(hasBlankRow ? [new BlankRow()] : []), new SafeLines(part)]
        this.entries.splice(this.entries.lastIndexOf(end), 0, ...added)
        parts.push(...added)
      },
      clear: () => {
        this.entries.splice(this.entries.lastIndexOf(end) - parts.length, parts.length)
        parts = []
      },
    })
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

  /** The rows before the first change stay in the array that is handed out: a frame copies no more than what follows. */
  render(width: number): readonly string[] {
    if (this.drawn?.width !== width) this.drawn = { width, entries: [], rows: [] }
    const { entries, rows } = this.drawn
    let same = 0
    let top = 0
    for (const [index, entry] of this.entries.entries()) {
      const drawn: DrawnEntry = { entry, rows: entry.render(width) }
      const before = entries[index]
      if (same === index && before?.entry === entry && before.rows === drawn.rows) {
        same += 1
        top += drawn.rows.length
        continue
      }
      if (same === index) rows.length = top
      entries[index] = drawn
      for (const row of drawn.rows) rows.push(row)
    }
    entries.length = this.entries.length
    if (same === entries.length) rows.length = top
    return rows
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    let top = 0
    for (const { entry, rows } of this.drawn?.entries ?? []) {
      if (event.y < top + rows.length) return entry.handleMouse?.({ ...event, y: event.y - top, height: rows.length })
      top += rows.length
    }
    return undefined
  }

  invalidate(): void {
    for (const entry of this.entries) entry.invalidate()
  }

  private put(entry: Component): void {
    this.entries.push(new SafeLines(entry), new BlankRow())
  }
}
