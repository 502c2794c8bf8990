import { ownCopy } from './own-copy.ts'
import type { Head, HeaderResult, ParseOptions } from './types.ts'

/** What a result keeps of the text of its header, to tell whether a file still starts with it. */
export function markOf(headerText: string, digest: ParseOptions['digest']): string {
  return digest === undefined ? ownCopy(headerText) : digest(headerText)
}

/** Whether the header that `known` tells about is still the one at the start of the file. */
export function startsWithKnown(
  { text, isComplete }: Head,
  known: HeaderResult,
  digest: ParseOptions['digest'],
): boolean {
  if (known.kind === 'more' || known.kind === 'none') return false
  const { headerMark, bodyStart } = known
  if (headerMark === undefined || bodyStart === undefined || text.length < bodyStart) return false
  // A closing line without a line end ended its file, and does so only as long as nothing follows.
  const isEnded = text[bodyStart - 1] === '\n' || (isComplete && text.length === bodyStart)
  return isEnded && markOf(text.slice(0, bodyStart), digest) === headerMark
}
