/** Of longer output, so many bytes are kept from its start, and as many from its end. */
export const PART_BYTES = 16 * 1024

/** What is kept of a command's output. */
export interface KeptOutput {
  /** The start; all of it when `omittedBytes` is 0. */
  readonly head: Buffer
  readonly tail: Buffer
  /** Between the two. */
  readonly omittedBytes: number
}

/** Keeps the start and the end of a stream of any length, in bounded memory. */
export class BoundedOutput {
  private head = Buffer.alloc(0)
  private tail: Buffer[] = []
  private tailBytes = 0
  private totalBytes = 0

  add(chunk: Buffer): void {
    this.totalBytes += chunk.length
    const room = PART_BYTES - this.head.length
    if (room > 0) this.head = Buffer.concat([this.head, chunk.subarray(0, room)])
    if (chunk.length > room) this.addToTail(chunk.subarray(Math.max(0, room)))
  }

  kept(): KeptOutput {
    const tail = this.lastBytes()
    const omittedBytes = this.totalBytes - this.head.length - tail.length
    if (omittedBytes === 0) return { head: Buffer.concat([this.head, tail]), tail: Buffer.alloc(0), omittedBytes }
    const head = withoutBrokenEnd(this.head)
    const whole = withoutBrokenStart(tail)
    return { head, tail: whole, omittedBytes: this.totalBytes - head.length - whole.length }
  }

  private addToTail(bytes: Buffer): void {
    // A copy: a piece of a chunk would keep the whole chunk alive.
    this.tail.push(Buffer.from(bytes.subarray(-PART_BYTES)))
    this.tailBytes += this.tail.at(-1)?.length ?? 0
    if (this.tailBytes < 4 * PART_BYTES && this.tail.length < 1_000) return
    const last = this.lastBytes()
    this.tail = [last]
    this.tailBytes = last.length
  }

  private lastBytes(): Buffer {
    return Buffer.from(Buffer.concat(this.tail).subarray(-PART_BYTES))
  }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Without a UTF-8 character that is cut off at the end. What is no UTF-8 anyway stays. */
function withoutBrokenEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back]
    if (byte === undefined || isContinuation(byte)) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > back ? bytes.subarray(0, -back) : bytes
  }
  return bytes
}

/** Without the rest of a character that was cut off at the start. */
function withoutBrokenStart(bytes: Buffer): Buffer {
  let start = 0
  while (start < 3 && isContinuation(bytes[start])) start += 1
  return bytes.subarray(start)
}
