import { type Component, type SelectItem, SelectList, wrapTextWithAnsi } from '@earendil-works/pi-tui'
import type { Style } from './style.ts'
import { selectTheme } from './theme.ts'
import { visibleLine } from './visible-text.ts'

export interface ChoiceOption<Value> {
  readonly value: Value
  readonly label: string
  readonly detail?: string
}

export interface ChoiceContent<Value> {
  /** Safe lines above the options. */
  readonly text: string
  readonly options: readonly ChoiceOption<Value>[]
  readonly hint: string
}

const ROWS = 8

/** A question with a list of answers. The first one is selected; Enter takes it, Esc takes none. */
export class Choice<Value> implements Component {
  private readonly list: SelectList
  private readonly content: ChoiceContent<Value>
  private readonly style: Style

  /** `onAnswer` gets `undefined` for Esc. */
  constructor(content: ChoiceContent<Value>, style: Style, onAnswer: (value: Value | undefined) => void) {
    this.content = content
    this.style = style
    const items = content.options.map(({ label, detail }, index): SelectItem => {
      const description = detail === undefined ? {} : { description: visibleLine(detail) }
      return { value: String(index), label: visibleLine(label), ...description }
    })
    this.list = new SelectList(items, ROWS, selectTheme(style))
    this.list.onSelect = ({ value }) => onAnswer(content.options[Number(value)]?.value)
    this.list.onCancel = () => onAnswer(undefined)
  }

  handleInput(data: string): void {
    this.list.handleInput(data)
  }

  render(width: number): readonly string[] {
    const rule = this.style.dim('─'.repeat(width))
    const text = wrapTextWithAnsi(this.content.text, width)
    return [rule, ...text, ...this.list.render(width), this.style.dim(this.content.hint), rule]
  }

  invalidate(): void {
    this.list.invalidate()
  }
}
