import { cutMark } from './messages.ts'

const STUB_LENGTH = 2_000

/** What is kept of a text that ran over its limit: its beginning, and a mark. A short text stays whole. */
export function stub(text: string): string {
  return text.length <= STUB_LENGTH ? text : text.slice(0, STUB_LENGTH).toWellFormed() + cutMark(text.length)
}
