import { isUtf8 } from 'node:buffer'

/** One line of a stream, without its end. `number` counts from 1. */
export type InputLine =
  | { readonly kind: 'text'; readonly number: number; readonly text: string }
  | { readonly kind: 'too-long' | 'not-utf8'; readonly number: number }

/** Longest line that is taken, in bytes, its end not counted. */
export const LINE_MAX_BYTES = 16 * 1024 * 1024

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')
const FIRST_CAPACITY = 4096

/** Cuts a stream of bytes into lines, wherever its pieces end. Holds one line at a time, however small its pieces are. */
export class LineSplitter {
  /** The line at hand is the first `size` bytes. */
  private line = Buffer.allocUnsafe(FIRST_CAPACITY)
  private size = 0
  private number = 1
  /** The line at hand was too long and has been told of. */
  private isSkipping = false

  /** The lines that end in `bytes`, and one that has grown too long in it. */
  push(bytes: Uint8Array): InputLine[] {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const lines: InputLine[] = []
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.extend(chunk.subarray(start, end), lines)
      this.finish(lines)
      start = end + 1
    }
    this.extend(chunk.subarray(start), lines)
    return lines
  }

  /** The last line, when the input does not end with a line end. */
  end(): InputLine[] {
    const lines: InputLine[] = []
    if (this.size > 0) this.finish(lines)
    return lines
  }

  private extend(piece: Buffer, lines: InputLine[]): void {
    if (this.isSkipping || piece.length === 0) return
    const size = this.size + piece.length
    const mayEnd = size === LINE_MAX_BYTES + 1 && piece.at(-1) === CARRIAGE_RETURN
    if (size > LINE_MAX_BYTES && !mayEnd) {
      lines.push({ kind: 'too-long', number: this.number })
      this.isSkipping = true
      this.empty()
      return
    }
    if (size > this.line.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, this.line.length * 2))
      this.line.copy(larger, 0, 0, this.size)
      this.line = larger
    }
    piece.copy(this.line, this.size)
    this.size = size
  }

  private finish(lines: InputLine[]): void {
    if (!this.isSkipping) lines.push(lineOf(this.line.subarray(0, this.size), this.number))
    this.number += 1
    this.isSkipping = false
    this.empty()
  }

  private empty(): void {
    this.size = 0
    if (this.line.length > FIRST_CAPACITY) this.line = Buffer.allocUnsafe(FIRST_CAPACITY)
  }
}

function lineOf(bytes: Buffer, number: number): InputLine {
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length
  if (end > LINE_MAX_BYTES) return { kind: 'too-long', number }
  const isMarked = number === 1 && bytes.indexOf(BYTE_ORDER_MARK) === 0
  const line = bytes.subarray(isMarked ? BYTE_ORDER_MARK.length : 0, end)
  return isUtf8(line) ? { kind: 'text', number, text: line.toString() } : { kind: 'not-utf8', number }
}
