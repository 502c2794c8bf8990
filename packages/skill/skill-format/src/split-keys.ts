/** A top-level key of a header with all lines that belong to it, found by lines and columns alone. */
export interface KeyChunk {
  readonly key: string
  /** Index of the first line, and index after the last. */
  readonly start: number
  readonly end: number
  /** The text after the colon up to the end of the line, without blanks at either end, and where it starts. */
  readonly valueAt: number
  readonly value: string
  /** True when the value goes on below: lines follow that are neither blank nor a comment. */
  readonly isContinued: boolean
}

interface Line {
  readonly start: number
  readonly end: number
  /** Without its line end. */
  readonly text: string
}

/** Cuts a header into its top-level keys: those that start at the column of the first one. Text before that is left out. */
export function splitKeys(source: string): KeyChunk[] {
  const chunks: KeyChunk[] = []
  let indent: number | undefined
  for (const line of linesOf(source)) {
    // Blanks and tabs alone: a no-break space is a part of the key that it stands before.
    const column = line.text.search(/[^ \t]|$/)
    const content = line.text.slice(column)
    if (content === '' || content.startsWith('#')) continue
    indent ??= column
    const found = column === indent && !line.text.startsWith('\t') ? keyOf(content) : undefined
    const last = chunks.at(-1)
    if (found) {
      const value = content.slice(found.end).trim()
      const valueAt = line.start + line.text.length - value.length
      chunks.push({ key: found.key, start: line.start, end: line.end, valueAt, value, isContinued: false })
    } else if (last) {
      chunks[chunks.length - 1] = { ...last, end: line.end, isContinued: true }
    }
  }
  return chunks
}

function* linesOf(source: string): Generator<Line> {
  for (let start = 0; start < source.length;) {
    const feed = source.indexOf('\n', start)
    const end = feed === -1 ? source.length : feed + 1
    yield { start, end, text: source.slice(start, end).trimEnd() }
    start = end
  }
}

/** The key that a line starts with, and the index after its colon; the line has no blanks before it. */
export function keyOf(line: string): { readonly key: string; readonly end: number } | undefined {
  const first = line.charAt(0)
  if (first === '"' || first === "'") {
    const close = line.indexOf(first, 1)
    const colon = close === -1 ? -1 : line.indexOf(':', close)
    const isKey = colon !== -1 && line.slice(close + 1, colon).trim() === '' && isBlank(line[colon + 1])
    return isKey ? { key: line.slice(1, close), end: colon + 1 } : undefined
  }
  if ('[]{},&*!|>%@`'.includes(first) || ('-?:'.includes(first) && isBlank(line[1]))) return undefined
  for (let colon = line.indexOf(':', 1); colon !== -1; colon = line.indexOf(':', colon + 1)) {
    if (isBlank(line[colon + 1])) return { key: line.slice(0, colon).trimEnd(), end: colon + 1 }
  }
  return undefined
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\t'
}
