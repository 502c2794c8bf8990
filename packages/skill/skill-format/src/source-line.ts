/** One line of a YAML text. */
export interface SourceLine {
  /** Index of its first character that is no blank; of its end when it holds nothing else. */
  readonly contentAt: number
  /** From there on, without blanks at its end. */
  readonly content: string
  readonly indent: number
}

/** The line that the character at `at` stands in. */
export function lineAround(source: string, at: number): SourceLine {
  const start = at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1
  const feed = source.indexOf('\n', start)
  const text = source.slice(start, feed === -1 ? source.length : feed)
  const indent = text.search(/[^ \t\r]|$/)
  let end = text.length
  while (end > indent && ' \t\r'.includes(text.charAt(end - 1))) end -= 1
  return { contentAt: start + indent, content: text.slice(indent, end), indent }
}

/** The last line above the one at `at` that is neither blank nor a comment. */
export function contentLineAbove(source: string, at: number): SourceLine | undefined {
  for (let feed = feedBefore(source, at); feed !== -1; feed = feedBefore(source, feed)) {
    const line = lineAround(source, feed)
    if (hasContent(line)) return line
  }
  return undefined
}

/** The first line below the one at `at` that is neither blank nor a comment. */
export function contentLineBelow(source: string, at: number): SourceLine | undefined {
  for (let feed = source.indexOf('\n', at); feed !== -1; feed = source.indexOf('\n', feed + 1)) {
    const line = lineAround(source, feed + 1)
    if (hasContent(line)) return line
  }
  return undefined
}

function feedBefore(source: string, at: number): number {
  return at === 0 ? -1 : source.lastIndexOf('\n', at - 1)
}

function hasContent({ content }: SourceLine): boolean {
  return content !== '' && !content.startsWith('#')
}
