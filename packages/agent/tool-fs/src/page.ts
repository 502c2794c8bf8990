import { emptyFile, longLine, pastEnd, somePart } from './messages.ts'
import { DEFAULT_LINES, MAX_CHARACTERS } from './limits.ts'

export interface PageOptions {
  /** First line, counted from 1. */
  readonly offset?: number | undefined
  /** Most lines. */
  readonly limit?: number | undefined
}

/** `mark` is a line of ours on what `text` is; absent for a file that is shown whole. */
export type Page =
  | { readonly isShown: true; readonly text: string; readonly mark?: string }
  | { readonly isShown: false; readonly complaint: string }

/**
 * The part of a file that one answer shows: its lines word for word, and which part it is. Lines end with a line feed; a
 * carriage return belongs to its line.
 */
export function pageOf(text: string, { offset = 1, limit = DEFAULT_LINES }: PageOptions): Page {
  const lineCount = countLines(text)
  if (lineCount === 0 && offset === 1) return { isShown: true, text, mark: emptyFile() }
  if (offset > lineCount) return { isShown: false, complaint: pastEnd(offset, lineCount) }
  const start = lineEnd(text, 0, offset - 1)
  const wanted = Math.min(limit, lineCount - offset + 1)
  const end = lineEnd(text, start, wanted)
  if (end - start <= MAX_CHARACTERS) {
    const whole = text.slice(start, end)
    if (wanted === lineCount) return { isShown: true, text: whole }
    return { isShown: true, text: whole, mark: somePart(offset, offset + wanted - 1, lineCount) }
  }
  const lastBreak = text.lastIndexOf('\n', start + MAX_CHARACTERS - 1)
  if (lastBreak < start) {
    const length = lineEnd(text, start, 1) - start
    const mark = longLine(offset, lineCount, length, MAX_CHARACTERS)
    return { isShown: true, text: cutAt(text, start, MAX_CHARACTERS), mark }
  }
  const lines = text.slice(start, lastBreak + 1)
  return { isShown: true, text: lines, mark: somePart(offset, offset + countLines(lines) - 1, lineCount) }
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
