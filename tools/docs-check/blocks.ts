/** A fenced block of a Markdown document. */
export interface Block {
  /** Path of the document below the root, with `/`. */
  readonly document: string
  /** Line of the opening fence, counted from 1. */
  readonly line: number
  /** First word behind the fence: `ts`, `sh`, `console` …; empty when there is none. */
  readonly language: string
  /** The other words behind the fence. A reader of the rendered page does not see them. */
  readonly words: readonly string[]
  /** Without the indentation of the fence, and with a line feed at the end of each line. */
  readonly text: string
}

const OPENING = /^( *)(`{3,})([^`]*)$/

/** The fenced blocks of a document, in order. One that is never closed goes to the end. */
export function findBlocks(document: string, text: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const [, indent = '', fence, info = ''] = OPENING.exec(lines[index] ?? '') ?? []
    if (fence === undefined) continue
    const from = index + 1
    index = lines.findIndex((line, at) => at >= from && line.trim() === fence)
    if (index === -1) index = lines.length
    const body = lines
      .slice(from, index)
      .map((line) => `${line.startsWith(indent) ? line.slice(indent.length) : line}\n`)
    const [language = '', ...words] = info.trim().split(/\s+/)
    blocks.push({ document, line: from, language, words, text: body.join('') })
  }
  return blocks
}

/** Where a block stands, for messages. */
export function placeOf({ document, line }: Block): string {
  return `${document}:${line}`
}
