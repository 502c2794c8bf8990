import { type Component, getKeybindings, SelectList } from '@earendil-works/pi-tui'
import type { Style } from '../view/style.ts'
import { selectTheme } from '../view/theme.ts'
import { visibleLine } from '../view/visible-text.ts'
import { matchingItems, type MenuItem, SKILL } from './menu-items.ts'

/** What the menu makes of a key. */
export type MenuAnswer =
  /** Not meant for it. */
  | { readonly kind: 'pass' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'picked'; readonly item: MenuItem; readonly by: 'enter' | 'tab' }

const PASS: MenuAnswer = { kind: 'pass' }
const TAKEN: MenuAnswer = { kind: 'taken' }

export interface MenuOptions {
  readonly style: Style
  readonly items: () => readonly MenuItem[]
  /** How many rows it may take. */
  readonly rows: () => number
  /** It was closed and is open now. */
  readonly onOpen: () => void
}

/** The commands that fit what has been typed of one. */
export class CommandMenu implements Component {
  private readonly options: MenuOptions
  private shown: { readonly items: readonly MenuItem[]; readonly list: SelectList } | undefined
  private query: string | undefined
  private isDismissed = false
  /** The user moved in the menu since the last key of text. */
  private isChosen = false

  constructor(options: MenuOptions) {
    this.options = options
  }

  get isOpen(): boolean {
    return this.shown !== undefined
  }

  /** What has been typed of a command, without the slash; `undefined` when nothing of the kind has. */
  update(query: string | undefined): void {
    if (query === this.query) return
    const wasClosed = this.query === undefined
    this.query = query
    this.isDismissed = false
    this.isChosen = false
    this.fill(undefined)
    if (wasClosed && query !== undefined) this.options.onOpen()
  }

  /** The items are others now. */
  renew(): void {
    this.fill(this.isChosen ? this.selected : undefined)
  }

  handle(data: string): MenuAnswer {
    const { shown } = this
    if (!shown) return PASS
    const keys = getKeybindings()
    if (keys.matches(data, 'tui.select.cancel')) {
      this.isDismissed = true
      this.shown = undefined
      return TAKEN
    }
    const isMove = (['up', 'down', 'pageUp', 'pageDown'] as const).some((way) =>
      keys.matches(data, `tui.select.${way}`),
    )
    if (isMove) {
      shown.list.handleInput(data)
      this.isChosen = true
      return TAKEN
    }
    const item = this.selected
    if (!item) return PASS
    if (keys.matches(data, 'tui.input.tab')) return { kind: 'picked', item, by: 'tab' }
    if (!keys.matches(data, 'tui.input.submit')) return PASS
    return this.isChosen || this.isBegun(shown.items) ? { kind: 'picked', item, by: 'enter' } : PASS
  }

  render(width: number): readonly string[] {
    return this.shown?.list.render(width) ?? []
  }

  invalidate(): void {}

  private get selected(): MenuItem | undefined {
    const value = this.shown?.list.getSelectedItem()?.value
    return this.shown?.items.find(({ name }) => name === value)
  }

  /** True for the start of a name: one that is typed to its end needs no pick, and none at all is no choice. */
  private isBegun(items: readonly MenuItem[]): boolean {
    return this.query !== SKILL && !items.some(({ name }) => name === this.query)
  }

  private fill(selected: MenuItem | undefined): void {
    const items = this.query === undefined || this.isDismissed ? [] : matchingItems(this.options.items(), this.query)
    if (items.length === 0) {
      this.shown = undefined
      return
    }
    const rows = items.map(({ name, description }) => {
      return { value: name, label: `/${visibleLine(name)}`, description: visibleLine(description) }
    })
    const list = new SelectList(rows, this.options.rows(), selectTheme(this.options.style), {
      minPrimaryColumnWidth: 12,
      maxPrimaryColumnWidth: 32,
    })
    list.setSelectedIndex(
      Math.max(
        0,
        items.findIndex(({ name }) => name === (selected?.name ?? this.query)),
      ),
    )
    this.shown = { items, list }
  }
}
