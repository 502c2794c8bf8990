import { stripVTControlCharacters } from 'node:util'
import { type Component, type SelectItem, SelectList, truncateToWidth, visibleWidth } from '@earendil-works/pi-tui'
import { choiceRows } from './choice-rows.ts'
import { Excerpt } from './excerpt.ts'
import type { Style } from './style.ts'
import { selectTheme } from './theme.ts'
import { visibleLine } from './visible-text.ts'

export interface ChoiceOption<Value> {
  readonly value: Value
  readonly label: string
  /** In place of a label that does not fit; options differ in its first letters. */
  readonly shortLabel?: string
  readonly detail?: string
}

export interface ChoiceContent<Value> {
  /** Safe lines above the options. What does not fit is counted, so it must stand in the transcript, too. */
  readonly text: string
  readonly options: readonly ChoiceOption<Value>[]
  readonly hint: string
}

export interface ChoiceOptions<Value> {
  readonly style: Style
  /** How many rows it may take at the moment. */
  readonly room: () => number
  /** Gets `undefined` for Esc. */
  readonly onAnswer: (value: Value | undefined) => void
}

const ROWS = 8

/** Columns that labels get at most where there are details. */
const LABEL_COLUMNS = 60

/** In front of the row that is selected, until it is found. No label has it. */
const SELECTED = '\0'

/** A question with a list of answers. The first one is selected; Enter takes it, Esc takes none. */
export class Choice<Value> implements Component {
  private readonly list: SelectList
  private readonly excerpt: Excerpt
  private readonly hint: string
  private readonly options: ChoiceOptions<Value>

  constructor({ text, options: answers, hint }: ChoiceContent<Value>, options: ChoiceOptions<Value>) {
    this.options = options
    this.excerpt = new Excerpt(text, options.style)
    this.hint = hint
    const items = answers.map(({ label, detail }, index): SelectItem => {
      const description = detail === undefined ? {} : { description: visibleLine(detail) }
      return { value: String(index), label: visibleLine(label), ...description }
    })
    const theme = selectTheme(options.style)
    const selectedText = (line: string): string => SELECTED + theme.selectedText(line)
    this.list = new SelectList(
      items,
      ROWS,
      { ...theme, selectedText },
      {
        minPrimaryColumnWidth: 1,
        maxPrimaryColumnWidth: LABEL_COLUMNS,
        truncatePrimary: ({ text: label, maxWidth, item }) =>
          visibleWidth(label) <= maxWidth ? label : (answers[Number(item.value)]?.shortLabel ?? cut(label, maxWidth)),
      },
    )
    this.list.onSelect = ({ value }) => options.onAnswer(answers[Number(value)]?.value)
    this.list.onCancel = () => options.onAnswer(undefined)
  }

  handleInput(data: string): void {
    this.list.handleInput(data)
  }

  render(width: number): readonly string[] {
    const { style, room } = this.options
    const answers = this.list.render(width)
    const available = room()
    const rows = choiceRows(available, { options: answers.length, text: this.excerpt.rows(width).length })
    const rule = rows.rules > 0 ? [style.dim('─'.repeat(width))] : []
    const hint = rows.hint > 0 ? [style.dim(this.hint)] : []
    return [
      ...rule,
      ...this.excerpt.render(width, rows.text),
      ...aroundSelected(answers, rows.options),
      ...hint,
      ...rule,
    ]
  }

  invalidate(): void {
    this.list.invalidate()
  }
}

/** Without the codes that the library puts beside its mark: they would end the colour of the row. */
function cut(label: string, width: number): string {
  return `${stripVTControlCharacters(truncateToWidth(label, width - 1, ''))}…`
}

/** `count` of the rows, the one that is selected among them. */
function aroundSelected(rows: readonly string[], count: number): readonly string[] {
  const selected = rows.findIndex((row) => row.startsWith(SELECTED))
  const start = Math.max(0, Math.min(selected, rows.length - count))
  return rows.slice(start, start + count).map((row) => row.replace(SELECTED, ''))
}
