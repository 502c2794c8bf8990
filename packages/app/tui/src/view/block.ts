import { type Component, wrapTextWithAnsi } from '@earendil-works/pi-tui'

export interface BlockMark {
  /** Styled, in front of the first line. */
  readonly mark: string
  /** Columns that the mark takes, and that the other lines are indented by. */
  readonly width: number
}

const NO_MARK: BlockMark = { mark: '', width: 0 }

/** How much further a wrapped line is indented than its start. */
const HANGING = 2

/**
 * Safe text of several lines, wrapped. A line that begins with spaces goes on further in, so that lists stay readable.
 * Takes no room when it is empty.
 */
export class Block implements Component {
  private readonly mark: BlockMark
  private text: string
  private last: { readonly width: number; readonly lines: readonly string[] } | undefined

  constructor(text: string, mark: BlockMark = NO_MARK) {
    this.text = text
    this.mark = mark
  }

  setText(text: string): void {
    this.text = text
    this.last = undefined
  }

  render(width: number): readonly string[] {
    if (this.last?.width === width) return this.last.lines
    const indent = ' '.repeat(this.mark.width)
    const wrapped = this.text === '' ? [] : this.text.split('\n').flatMap((line) => wrap(line, width - this.mark.width))
    const lines = wrapped.map((line, index) => `${index === 0 ? this.mark.mark : indent}${line}`)
    this.last = { width, lines }
    return lines
  }

  invalidate(): void {
    this.last = undefined
  }
}

function wrap(line: string, width: number): readonly string[] {
  const start = /^ */.exec(line)?.[0].length ?? 0
  const indent = start === 0 ? 0 : start + HANGING
  const [first = '', ...rest] = wrapTextWithAnsi(line, Math.max(1, width))
  if (rest.length === 0 || indent === 0 || indent * 2 > width) return [first, ...rest]
  const [head = '', ...tail] = wrapTextWithAnsi(line.slice(start), width - indent)
  return [' '.repeat(start) + head, ...tail.map((each) => ' '.repeat(indent) + each)]
}
