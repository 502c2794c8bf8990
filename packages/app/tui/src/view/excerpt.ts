import { wrapTextWithAnsi } from '@earendil-works/pi-tui'
import { foldBlanks } from './fold-blanks.ts'
import type { Style } from './style.ts'

/**
 * Safe text in as many rows as there are: long stretches of nothing are folded, and of what is longer the start and the
 * end are shown, with a mark between them that counts what is hidden.
 */
export class Excerpt {
  private readonly style: Style
  private readonly text: string
  private last: { readonly width: number; readonly rows: readonly string[] } | undefined

  constructor(text: string, style: Style) {
    this.style = style
    this.text = foldBlanks(text, style.dim)
  }

  /** All of it. */
  rows(width: number): readonly string[] {
    if (this.last?.width !== width) this.last = { width, rows: wrapTextWithAnsi(this.text, width) }
    return this.last.rows
  }

  render(width: number, maxRows: number): readonly string[] {
    const rows = this.rows(width)
    if (rows.length <= maxRows) return rows
    const shown = Math.max(0, maxRows - 1)
    const head = Math.floor(shown / 2)
    const mark = `… ${rows.length - shown} of ${rows.length} rows hidden, PageUp shows them …`
    return [...rows.slice(0, head), this.style.dim(mark), ...rows.slice(rows.length - (shown - head))].slice(0, maxRows)
  }
}
