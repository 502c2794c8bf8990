import { stripVTControlCharacters } from 'node:util'
import { type Component, Markdown } from '@earendil-works/pi-tui'
import { cutMarkdown, type MarkdownCut } from './markdown-cut.ts'
import type { Style } from './style.ts'
import { markdownTheme } from './theme.ts'
import { visibleText } from './visible-text.ts'

/** The longest text that is parsed for one frame, in UTF-16 units. What stands before it is drawn and stays. */
const PART_LENGTH = 4_000

export interface AnswerPlace {
  /** Puts a part behind those that are there, with a blank row in front if it is a block of its own. */
  readonly add: (part: Component, hasBlankRow: boolean) => void
  readonly clear: () => void
}

/** What the model says, as Markdown, while it comes: parts of bounded length, of which only the last one changes. */
export class Answer {
  private readonly style: Style
  private readonly place: AnswerPlace
  private text = ''
  private last: AnswerPart | undefined

  constructor(style: Style, place: AnswerPlace) {
    this.style = style
    this.place = place
  }

  append(text: string): void {
    this.text += text
    for (let start = 0; start < text.length; start += PART_LENGTH) {
      this.appendPiece(text.slice(start, start + PART_LENGTH))
    }
  }

  /** The whole text. */
  setText(text: string): void {
    if (text === this.text) return
    this.place.clear()
    this.text = ''
    this.last = undefined
    this.append(text)
  }

  private appendPiece(piece: string): void {
    let last = this.last ?? this.addPart({ hasBlankRow: false, isInCode: false })
    last.append(piece)
    while (last.length > PART_LENGTH) {
      const { isBetweenBlocks, isInCode, rest } = last.cut()
      last = this.addPart({ hasBlankRow: isBetweenBlocks, isInCode })
      last.append(rest)
    }
    this.last = last
  }

  private addPart({
    hasBlankRow,
    isInCode,
  }: {
    readonly hasBlankRow: boolean
    readonly isInCode: boolean
  }): AnswerPart {
    const part = new AnswerPart(this.style, isInCode)
    this.place.add(part, hasBlankRow)
    return part
  }
}

class AnswerPart implements Component {
  private readonly markdown: Markdown
  private readonly startsInCode: boolean
  private endsInCode = false
  private text = ''
  private isStale = false
  private drawn: { readonly source: readonly string[]; readonly rows: readonly string[] } | undefined

  constructor(style: Style, startsInCode: boolean) {
    // A price in dollars is no formula.
    this.markdown = new Markdown('', 0, 0, markdownTheme(style), undefined, { renderLatex: false })
    this.startsInCode = startsInCode
  }

  get length(): number {
    return this.text.length
  }

  append(text: string): void {
    this.text += text
    this.isStale = true
  }

  /** Gives away what is too much. */
  cut(): Omit<MarkdownCut, 'head'> {
    const { head, ...behind } = cutMarkdown(this.text, PART_LENGTH)
    this.text = head
    this.isStale = true
    this.endsInCode = behind.isInCode
    return behind
  }

  render(width: number): readonly string[] {
    // Pieces come faster than frames: only what is drawn is looked through.
    if (this.isStale) this.markdown.setText(visibleText(this.text))
    this.isStale = false
    const source = this.markdown.render(width)
    if (this.drawn?.source !== source) this.drawn = { source, rows: this.withoutOwnFences(source) }
    return this.drawn.rows
  }

  invalidate(): void {
    this.markdown.invalidate()
  }

  private withoutOwnFences(rows: readonly string[]): readonly string[] {
    const start = this.startsInCode && isFenceRow(rows[0]) ? 1 : 0
    const end = this.endsInCode && isFenceRow(rows.at(-1)) ? rows.length - 1 : rows.length
    return start === 0 && end === rows.length ? rows : rows.slice(start, Math.max(start, end))
  }
}

function isFenceRow(row: string | undefined): boolean {
  return row !== undefined && stripVTControlCharacters(row).startsWith('```')
}
