import { type Component, Markdown } from '@earendil-works/pi-tui'
import type { Style } from './style.ts'
import { markdownTheme } from './theme.ts'
import { visibleText } from './visible-text.ts'

/** What the model says, as Markdown, while it comes. */
export class Answer implements Component {
  private readonly markdown: Markdown
  private text = ''
  private isStale = false

  constructor(style: Style) {
    // A price in dollars is no formula.
    this.markdown = new Markdown('', 0, 0, markdownTheme(style), undefined, { renderLatex: false })
  }

  append(text: string): void {
    this.setText(this.text + text)
  }

  /** The whole text. */
  setText(text: string): void {
    this.text = text
    this.isStale = true
  }

  render(width: number): readonly string[] {
    // Pieces come faster than frames: only what is drawn is looked through.
    if (this.isStale) this.markdown.setText(visibleText(this.text))
    this.isStale = false
    return this.markdown.render(width)
  }

  invalidate(): void {
    this.markdown.invalidate()
  }
}
