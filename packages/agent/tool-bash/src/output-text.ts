import type { KeptOutput } from './bounded-output.ts'
import { omittedBytesMark } from './messages.ts'

export interface OutputText {
  /** Ends with a line end, unless it is empty. */
  readonly text: string
  /** False: bytes that are no UTF-8 stand as U+FFFD. */
  readonly isUtf8: boolean
}

/** The output as text, with a mark where a part of it is left out. */
export function outputText({ head, tail, omittedBytes }: KeptOutput): OutputText {
  const [start, end] = [decode(head), decode(tail)]
  const mark = omittedBytes === 0 ? '' : `${omittedBytesMark(omittedBytes)}\n`
  const text = omittedBytes === 0 ? start.text : withLineEnd(start.text) + mark + end.text
  return { text: withLineEnd(text), isUtf8: start.isUtf8 && end.isUtf8 }
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function decode(bytes: Buffer): OutputText {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), isUtf8: true }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { text: bytes.toString('utf8'), isUtf8: false }
  }
}
