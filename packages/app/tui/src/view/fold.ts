import {
  type Component,
  truncateToWidth,
  type TuiMouseEvent,
  type TuiMouseEventResult,
  wrapTextWithAnsi,
} from '@earendil-works/pi-tui'
import type { Style } from './style.ts'
import { visibleLine, visibleText } from './visible-text.ts'

/** What an open fold shows at most; the session log has the rest. */
const SHOWN_ROWS = 500
const SHOWN_CHARACTERS = 40_000
const EDGE = '  │ '

export interface FoldContent {
  /** Styled, safe, in front of the title. */
  readonly mark: string
  readonly title: string
  /** Word for word as it came. */
  readonly body: string
}

/** One line that opens: what it stands for is shown only when the user asks for it. */
export class Fold implements Component {
  private readonly style: Style
  private content: Omit<FoldContent, 'body'>
  private isOpen: boolean
  private last: { readonly width: number; readonly lines: readonly string[] } | undefined
  /** Of the body no more is kept than may be shown, so that a long one costs no more than a short one. */
  private shown = ''
  private isCut = false
  private lineCount = 0
  /** Line ends that count once something stands behind them. */
  private lineEnds = 1
  private body: { readonly width: number; readonly shown: string; readonly rows: readonly string[] } | undefined

  constructor({ body, ...head }: FoldContent, style: Style, isOpen: boolean) {
    this.content = head
    this.style = style
    this.isOpen = isOpen
    this.append(body)
  }

  setContent({ body, ...head }: Partial<FoldContent>): void {
    this.content = { ...this.content, ...head }
    this.last = undefined
    if (body === undefined) return
    Object.assign(this, { shown: '', isCut: false, lineCount: 0, lineEnds: 1 })
    this.append(body)
  }

  /** More of the body. */
  append(text: string): void {
    const room = SHOWN_CHARACTERS - this.shown.length
    if (room > 0) this.shown += text.slice(0, room)
    const said = text.trimEnd()
    this.isCut ||= said.length > room
    if (said !== '') {
      this.lineCount += this.lineEnds + lineEndsIn(said)
      this.lineEnds = 0
    }
    this.lineEnds += lineEndsIn(text.slice(said.length))
    this.last = undefined
  }

  setOpen(isOpen: boolean): void {
    this.isOpen = isOpen
    this.last = undefined
  }

  handleMouse({ type, button, y }: TuiMouseEvent): TuiMouseEventResult | undefined {
    if (type !== 'click' || button !== 'left' || y !== 0) return undefined
    this.setOpen(!this.isOpen)
    return { handled: true }
  }

  render(width: number): readonly string[] {
    if (this.last?.width === width) return this.last.lines
    const { mark, title } = this.content
    const count = this.lineCount
    const size =
      count === 0 || this.isOpen ? '' : this.style.dim(` (${count} line${count === 1 ? '' : 's'}, Ctrl-O opens)`)
    const head = truncateToWidth(`${mark} ${visibleLine(title)}${size}`, width, '…')
    const lines = this.isOpen ? [head, ...this.bodyRows(width)] : [head]
    this.last = { width, lines }
    return lines
  }

  invalidate(): void {
    this.last = undefined
  }

  private bodyRows(width: number): readonly string[] {
    if (this.body?.width === width && this.body.shown === this.shown) return this.body.rows
    const text = visibleText(this.shown.trimEnd())
    const wrapped = text === '' ? [] : wrapTextWithAnsi(text, Math.max(1, width - EDGE.length))
    const rows = wrapped.slice(0, SHOWN_ROWS).map((row) => this.style.dim(EDGE) + row)
    if (wrapped.length > SHOWN_ROWS || this.isCut)
      rows.push(this.style.dim(`${EDGE}… there is more, in the log of the session`))
    this.body = { width, shown: this.shown, rows }
    return rows
  }
}

function lineEndsIn(text: string): number {
  return text.split('\n').length - 1
}
