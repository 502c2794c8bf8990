import type { Aim, Finding, Skipped, Unit } from './finding.ts'
import type { Spread } from './statistics.ts'

/** What one row shows: a finding or its absence, with the id of its measure. */
export type Row = { readonly id: string } & (Finding | Skipped)

const TITLES = ['#', 'measure', 'ours', 'yardstick', 'ratio', 'aim', '']

/** The rows as a Markdown table that is also aligned for a terminal. Medians, the lowest and highest in brackets. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map(rowCells)
  const widths = TITLES.map((title, column) =>
    Math.max(3, title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string => {
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    return `| ${padded.join(' | ')} |`
  }
  return [line(TITLES), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

/** A row in one line, for the list of missed aims and for progress. */
export function rowLine(row: Row): string {
  const [id = '', what = '', ours = '', yardstick = '', ratio = '', aim = '', verdict = ''] = rowCells(row)
  const parts = [ours, yardstick && `yardstick ${yardstick}`, ratio && `ratio ${ratio}`, aim && `aim ${aim}`, verdict]
  return `${id} ${what}: ${parts.filter((part) => part !== '').join(', ')}`
}

function rowCells(row: Row): string[] {
  if ('skipped' in row) return [row.id, row.what, '', '', '', '', `skipped: ${row.skipped}`]
  const { id, what, unit, ours, yardstick, ratio, aim, isMissed } = row
  const verdict = aim === undefined ? '' : isMissed ? 'MISSED' : 'ok'
  return [
    id,
    what,
    spreadText(ours, unit),
    yardstick === undefined ? '' : `${yardstick.name} ${spreadText(yardstick, unit)}`,
    ratio === undefined ? '' : spreadText(ratio),
    aim === undefined ? '' : aimText(aim, ratio === undefined ? unit : undefined),
    verdict,
  ]
}

function spreadText({ median, low, high }: Spread, unit?: Unit): string {
  const range = low === high ? '' : ` (${numberText(low)} to ${numberText(high)})`
  return `${numberText(median)}${unit === undefined ? '' : ` ${unit}`}${range}`
}

function aimText(aim: Aim, unit: Unit | undefined): string {
  const text = 'atMost' in aim ? `≤ ${numberText(aim.atMost)}` : `≥ ${numberText(aim.atLeast)}`
  return unit === undefined ? text : `${text} ${unit}`
}

/** Three significant digits, no exponent. */
function numberText(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: value >= 100 ? 4 : 3 })
}
