import { withoutUnsafe } from '@deepseek-ai/dsh-host-kit/text'
import {
  type Component,
  truncateToWidth,
  type TuiMouseEvent,
  type TuiMouseEventResult,
  visibleWidth,
} from '@earendil-works/pi-tui'

const ESCAPE = String.fromCharCode(0x1b)
const BELL = String.fromCharCode(0x07)

/** Colours and weights, and the marks that the library finds the cursor by. Nothing else may steer the terminal. */
const ALLOWED = new RegExp(`(${ESCAPE}\\[[0-9;]{0,40}m|${ESCAPE}_pi:(?:c|fc|/fc)${BELL})`)

/** Below this many columns components are laid out as if there were as many, and cut. */
const MIN_LAYOUT_WIDTH = 8

/** A rendered line that holds no control of its own and is at most `width` columns wide. */
export function safeLine(line: string, width: number): string {
  const parts = line.split(ALLOWED)
  const safe = parts.map((part, index) => (index % 2 === 1 ? part : withoutUnsafe(part).replaceAll('\n', ' '))).join('')
  return visibleWidth(safe) > width ? truncateToWidth(safe, width, '') : safe
}

/**
 * The last gate before the terminal: what `inner` renders, made safe and cut to the width. Texts are written out before
 * they come here, so nothing should be left to remove; a line that is too wide would end the program.
 */
export class SafeLines implements Component {
  readonly inner: Component
  private last:
    | { readonly source: readonly string[]; readonly width: number; readonly safe: readonly string[] }
    | undefined

  constructor(inner: Component) {
    this.inner = inner
  }

  render(width: number): readonly string[] {
    const source = this.inner.render(Math.max(width, MIN_LAYOUT_WIDTH))
    if (this.last?.source === source && this.last.width === width) return this.last.safe
    const safe = source.map((line) => safeLine(line, width))
    this.last = { source, width, safe }
    return safe
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    return this.inner.handleMouse?.(event)
  }

  invalidate(): void {
    this.last = undefined
    this.inner.invalidate()
  }
}
