const LINE_FEED = 0x0a

/** A line that is longer than may be. What follows it cannot be told apart any more. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError'
}

/**
 * The lines of a byte stream, without their line feeds, in time linear in its length. A last line needs none.
 *
 * Throws `LineTooLongError` as soon as a line has more than `maxBytes`; no more than that is ever held.
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const begun = new GrowingLine(maxBytes)
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      begun.add(chunk.subarray(start, end))
      yield begun.take()
      start = end + 1
    }
    begun.add(chunk.subarray(start))
  }
  if (begun.length > 0) yield begun.take()
}

/** Gathers one line out of pieces. Twice as large each time it is full, so that many small pieces cost no more than few. */
class GrowingLine {
  length = 0
  private readonly maxBytes: number
  private bytes = new Uint8Array(0)

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  add(piece: Uint8Array): void {
    const length = this.length + piece.length
    if (length > this.maxBytes) throw new LineTooLongError(`A line has more than ${this.maxBytes} bytes.`)
    if (length > this.bytes.length) {
      const larger = new Uint8Array(Math.min(this.maxBytes, Math.max(length, 2 * this.bytes.length)))
      larger.set(this.bytes.subarray(0, this.length))
      this.bytes = larger
    }
    this.bytes.set(piece, this.length)
    this.length = length
  }

  take(): Uint8Array {
    const line = this.bytes.subarray(0, this.length)
    this.bytes = new Uint8Array(0)
    this.length = 0
    return line
  }
}
