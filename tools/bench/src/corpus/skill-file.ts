/** One generated skill: where it goes, what stands in the file, and what a right reader makes of its header. */
export interface CorpusSkill {
  readonly folder: string
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A header under construction: text and meaning grow together. */
export interface HeaderDraft {
  readonly lines: string[]
  readonly fields: Record<string, unknown>
}

export function emptyHeader(): HeaderDraft {
  return { lines: [], fields: {} }
}

/** Adds lines that a YAML reader takes for `value` under `key`. */
export function addField(header: HeaderDraft, key: string, value: unknown, lines: string): void {
  header.lines.push(lines)
  header.fields[key] = value
}

/** The header between its two fences, a blank line behind. */
export function headerText(header: HeaderDraft): string {
  return `---\n${header.lines.join('')}---\n\n`
}
