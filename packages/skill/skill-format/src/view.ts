import { HEADER_MAX_BYTES } from './limits.ts'
import { withLineFeeds } from './line-ends.ts'
import type { Head } from './types.ts'

/** Bytes that a read of a full head may lack at its end: those of a character that the limit cut. */
const CUT_CHARACTER_BYTES = 3

/** The part of a file that decides about its header: no verdict looks past it. */
export interface HeadView {
  /** At most `HEADER_MAX_BYTES` long; its lines end in line feeds, see `withLineFeeds`. */
  readonly text: string
  /** What follows `text`: the end of the file, a byte that is not UTF-8, text past the limit, or text not read yet. */
  readonly end: 'file' | 'invalid' | 'limit' | 'more'
}

/** Cuts a head of any length to what counts. */
export function viewHead(head: Head): HeadView {
  const units = unitsWithinLimit(head.text)
  if (units.count < head.text.length) return { text: withLineFeeds(head.text.slice(0, units.count)), end: 'limit' }
  const isFull = units.bytes >= HEADER_MAX_BYTES - CUT_CHARACTER_BYTES
  return { text: withLineFeeds(head.text), end: endOf(head, isFull) }
}

function endOf(head: Head, isFull: boolean): HeadView['end'] {
  if (head.invalidByte !== undefined) return isFull ? 'limit' : 'invalid'
  if (head.isComplete) return 'file'
  return isFull ? 'limit' : 'more'
}

function unitsWithinLimit(text: string): { readonly count: number; readonly bytes: number } {
  // No UTF-16 unit takes more than three bytes, so most texts need no count.
  if (text.length * 3 < HEADER_MAX_BYTES - CUT_CHARACTER_BYTES) return { count: text.length, bytes: 0 }
  const encoded = new TextEncoder().encodeInto(text.slice(0, HEADER_MAX_BYTES), new Uint8Array(HEADER_MAX_BYTES))
  return { count: encoded.read, bytes: encoded.written }
}
