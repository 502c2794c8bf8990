import { type Component, truncateToWidth } from '@earendil-works/pi-tui'
import { visibleLine } from './visible-text.ts'

/** Foreign text in one line, cut where the screen ends. */
export class OneLine implements Component {
  private text = ''
  private paint: (text: string) => string = (text) => text

  setText(text: string, paint: (text: string) => string): void {
    this.text = visibleLine(text)
    this.paint = paint
  }

  render(width: number): readonly string[] {
    return [truncateToWidth(this.paint(this.text), width, '…')]
  }

  invalidate(): void {}
}
