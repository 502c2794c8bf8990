import { isUtf8 } from 'node:buffer'

/** Text decoded from the start of some bytes. */
export interface DecodedText {
  readonly text: string
  /** Offset of the first byte that does not belong to well-formed UTF-8; `text` ends before it. */
  readonly invalidByte?: number
}

/**
 * Decodes UTF-8 strictly, without replacement characters; a byte-order mark stays in the text.
 *
 * With `isCut` the bytes were cut off somewhere: a last character that may go on is left out and is no error.
 */
export function decodeUtf8(bytes: Buffer, options: { readonly isCut: boolean }): DecodedText {
  const end = options.isCut ? bytes.length - unfinishedLength(bytes) : bytes.length
  if (isUtf8(end === bytes.length ? bytes : bytes.subarray(0, end))) return { text: bytes.toString('utf8', 0, end) }
  const invalidByte = firstInvalidByte(bytes)
  return { text: bytes.toString('utf8', 0, invalidByte), invalidByte }
}

/** How many of the last bytes begin a character that needs more bytes than there are. */
function unfinishedLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const lead = bytes[bytes.length - back] ?? 0
    if (isContinuation(lead)) continue
    const isUnfinished = sequenceLength(lead) > back && isValidSecond(lead, bytes[bytes.length - back + 1])
    return isUnfinished ? back : 0
  }
  return 0
}

/** Offset of the first sequence that is not well-formed; the length of `bytes` when each one is. */
function firstInvalidByte(bytes: Buffer): number {
  let offset = 0
  while (offset < bytes.length) {
    const lead = bytes[offset] ?? 0
    const length = sequenceLength(lead)
    if (length === 0 || offset + length > bytes.length) break
    if (length > 1 && !isValidSecond(lead, bytes[offset + 1])) break
    if (length > 2 && !isContinuation(bytes[offset + 2])) break
    if (length > 3 && !isContinuation(bytes[offset + 3])) break
    offset += length
  }
  return offset
}

/** Bytes in the sequence that `lead` begins; 0 when it cannot begin one. */
function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
}

/** Whether `second` may follow `lead` (Unicode 16, table 3-7: no overlong forms, no surrogates); an absent byte may. */
function isValidSecond(lead: number, second: number | undefined): boolean {
  if (second === undefined) return true
  if (lead === 0xe0) return second >= 0xa0 && second <= 0xbf
  if (lead === 0xed) return second >= 0x80 && second <= 0x9f
  if (lead === 0xf0) return second >= 0x90 && second <= 0xbf
  if (lead === 0xf4) return second >= 0x80 && second <= 0x8f
  return isContinuation(second)
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf
}
