import { ModelError } from '@deepseek-ai/dsh-llm'
import type { Deadline } from './deadline.ts'
import type { Site } from './site.ts'

/** All decoded bytes of one answer: half a million tokens, each in a chunk of its own. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024
/** Decoded bytes of one event, up to its blank line: what the reader has to hold at once. */
export const MAX_EVENT_BYTES = 2 * 1024 * 1024
/** How long a connection may stay open behind the end mark before it is closed. */
const LINGER_MS = 500
const BLANK_LINES = ['\n\n', '\r\n\r\n', '\r\r']
const END_MARK = /[\r\n]data: ?\[DONE\]/
/** Longer than the end mark and than a blank line. */
const TAIL_LENGTH = 16

/**
 * Hands on the bytes of an answer within the limits of size and silence, and ends with the mark `[DONE]`: what happens
 * to the connection after that is of no matter, and a server that keeps it open is not waited for.
 */
export async function* guardBody(
  body: AsyncIterable<Uint8Array>,
  deadline: Deadline,
  idleTimeoutMs: number,
  site: Site,
): AsyncGenerator<Uint8Array> {
  const silent = new ModelError({
    kind: 'stream',
    message: `${site.address} fell silent for ${idleTimeoutMs / 1000} s in the middle of an answer. Try again.`,
  })
  let total = 0
  let event = 0
  let tail = '\n'
  let isDone = false
  try {
    for await (const bytes of body) {
      deadline.clear()
      if (isDone) return
      total += bytes.length
      const text = tail + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
      const blankLine = Math.max(...BLANK_LINES.map((line) => text.lastIndexOf(line)))
      event = blankLine === -1 ? event + bytes.length : text.length - blankLine
      if (total > MAX_ANSWER_BYTES || event > MAX_EVENT_BYTES) throw tooLarge(site)
      const end = END_MARK.exec(text)
      isDone = end !== null
      // The line break in front of the mark closes the event before it.
      yield end ? bytes.subarray(0, Math.max(0, end.index + 1 - tail.length)) : bytes
      tail = text.slice(-TAIL_LENGTH)
      deadline.set(isDone ? LINGER_MS : idleTimeoutMs, silent)
    }
  } catch (error) {
    // Behind the end mark a reset, or our own closing of the connection, takes nothing away.
    if (!isDone) throw error
  }
}

function tooLarge(site: Site): ModelError {
  return new ModelError({
    kind: 'invalid-response',
    message: `${site.address} sent more than an answer can be. Check DSH_BASE_URL.`,
  })
}
