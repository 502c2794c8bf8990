import { pastEnd } from './messages/past-end.ts'
import { emptyFile, longLine, somePart } from './messages/page-marks.ts'
import { DEFAULT_LINES, MAX_CHARACTERS } from './limits.ts'

export interface PageOptions {
  /** First line, counted from 1. */
  readonly offset?: number | undefined
  /** Most lines. */
  readonly limit?: number | undefined
}

export interface Page {
  readonly content: string
  readonly isError?: boolean
}

/**
 * The part of a file that one answer shows: its lines word for word, then a line of ours that says which part it is.
 * A file that is shown whole stands alone. Lines end with a line feed; a carriage return belongs to its line.
 */
export function pageOf(text: string, { offset = 1, limit = DEFAULT_LINES }: PageOptions): Page {
  const lineCount = countLines(text)
  if (lineCount === 0 && offset === 1) return { content: emptyFile() }
  if (offset > lineCount) return { content: pastEnd(offset, lineCount), isError: true }
  const start = lineEnd(text, 0, offset - 1)
  const wanted = Math.min(limit, lineCount - offset + 1)
  const end = lineEnd(text, start, wanted)
  if (end - start <= MAX_CHARACTERS) {
    const whole = text.slice(start, end)
    return wanted === lineCount ? { content: whole } : marked(whole, somePart(offset, offset + wanted - 1, lineCount))
  }
  const lastBreak = text.lastIndexOf('\n', start + MAX_CHARACTERS - 1)
  if (lastBreak < start) {
    const length = lineEnd(text, start, 1) - start
    return marked(cutAt(text, start, MAX_CHARACTERS), longLine(offset, lineCount, length, MAX_CHARACTERS))
  }
  const lines = text.slice(start, lastBreak + 1)
  return marked(lines, somePart(offset, offset + countLines(lines) - 1, lineCount))
}

function marked(lines: string, mark: string): Page {
  return { content: lines.endsWith('\n') ? lines + mark : `${lines}\n${mark}` }
}

/** A line feed ends a line; what follows the last one is a line only if there is anything. */
function countLines(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; count += 1) index = lineEnd(text, index, 1)
  return count
}

/** Where the `count`-th line from `start` ends, its line feed included. */
function lineEnd(text: string, start: number, count: number): number {
  let end = start
  for (let line = 0; line < count; line += 1) {
    const lineFeed = text.indexOf('\n', end)
    if (lineFeed === -1) return text.length
    end = lineFeed + 1
  }
  return end
}

/** Not inside a surrogate pair. */
function cutAt(text: string, start: number, length: number): string {
  const cut = text.slice(start, start + length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
