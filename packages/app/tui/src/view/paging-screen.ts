import { type ScrollView, type Terminal, TuiAltScreen } from '@earendil-works/pi-tui'

/** The library's page leaves out four rows: of fewer than this it is a single one. */
const MIN_PAGE_ROWS = 6

export interface PagingOptions {
  readonly terminal: Terminal
  readonly scroll: ScrollView
  /** Whether something takes room from what is scrolled that it could give up. */
  readonly isCramped: () => boolean
}

/**
 * A screen on which the user can read page by page, also where a question leaves hardly any room: the first page key has
 * the question make room, until any other key.
 */
export class PagingScreen extends TuiAltScreen {
  private readonly paging: PagingOptions
  private isPaging = false

  constructor(options: PagingOptions) {
    super(options.terminal)
    this.paging = options
    // The page keys are taken before it is asked.
    this.addInputListener(() => {
      this.stopReading()
      return undefined
    })
  }

  get isReading(): boolean {
    return this.isPaging
  }

  stopReading(): void {
    if (!this.isPaging) return
    this.isPaging = false
    this.requestRender()
  }

  /** What the page keys call. */
  override scrollBy(lines: number): void {
    const { scroll, isCramped } = this.paging
    if (!this.isPaging && isCramped() && scroll.viewportHeight < MIN_PAGE_ROWS) {
      this.isPaging = true
      this.requestRender()
    } else if (this.isPaging) super.scrollBy(Math.sign(lines) * Math.max(1, scroll.viewportHeight))
    else super.scrollBy(lines)
  }
}
