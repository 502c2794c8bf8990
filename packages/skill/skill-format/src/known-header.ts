import { hash } from 'node:crypto'
import type { Head, HeaderResult } from './types.ts'

/** Stands for the text of a header, at a fraction of its size: no two texts of one digest are known, nor can be made. */
export function digestOf(headerText: string): string {
  // Not as UTF-8: there all halves of a character are one and the same.
  return hash('sha256', Buffer.from(headerText, 'utf16le'), 'base64url')
}

/** Whether the header that `known` tells about is still the one at the start of the file. */
export function startsWithKnown({ text, isComplete }: Head, known: HeaderResult): boolean {
  if (known.kind === 'more' || known.kind === 'none') return false
  const { headerDigest, bodyStart } = known
  if (headerDigest === undefined || bodyStart === undefined || text.length < bodyStart) return false
  // A closing line without a line end ended its file, and does so only as long as nothing follows.
  const isEnded = text[bodyStart - 1] === '\n' || (isComplete && text.length === bodyStart)
  return isEnded && digestOf(text.slice(0, bodyStart)) === headerDigest
}
