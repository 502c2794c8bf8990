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
const SHOWN_LINES = 500
const SHOWN_CHARACTERS = 200_000
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
  private content: FoldContent
  private isOpen: boolean
  private last: { readonly width: number; readonly lines: readonly string[] } | undefined

  constructor(content: FoldContent, style: Style, isOpen: boolean) {
    this.content = content
    this.style = style
    this.isOpen = isOpen
  }

  setContent(content: Partial<FoldContent>): void {
    this.content = { ...this.content, ...content }
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
    const { mark, title, body } = this.content
    const count = body === '' ? 0 : body.trimEnd().split('\n').length
    const size =
      count === 0 || this.isOpen ? '' : this.style.dim(` (${count} line${count === 1 ? '' : 's'}, Ctrl-O opens)`)
    const head = truncateToWidth(`${mark} ${visibleLine(title)}${size}`, width, '…')
    const lines = this.isOpen ? [head, ...this.bodyLines(body, width)] : [head]
    this.last = { width, lines }
    return lines
  }

  invalidate(): void {
    this.last = undefined
  }

  private bodyLines(body: string, width: number): readonly string[] {
    const text = visibleText(body.slice(0, SHOWN_CHARACTERS).trimEnd())
    if (text === '') return []
    const wrapped = wrapTextWithAnsi(text, Math.max(1, width - EDGE.length))
    const shown = wrapped.slice(0, SHOWN_LINES).map((line) => this.style.dim(EDGE) + line)
    const isCut = wrapped.length > SHOWN_LINES || body.length > SHOWN_CHARACTERS
    return isCut ? [...shown, this.style.dim(`${EDGE}… there is more, in the log of the session`)] : shown
  }
}
