import { ModelError } from '@deepseek-ai/dsh-llm'
import type { EventSourceMessage } from 'eventsource-parser'
import type { Libraries } from './libraries.ts'
import type { Site } from './site.ts'

/** All decoded bytes of one answer: a quarter of a million tokens, each in a chunk of its own. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
/** What one event may hold, in UTF-16 units: what has to be held at once. A document in place of a stream is one event. */
const MAX_EVENT_LENGTH = 8 * 1024 * 1024

export interface AnswerEvent {
  /** Behind `event:`. */
  readonly name?: string | undefined
  readonly data: string
  /** The whole body was one JSON document: nothing comes after it. */
  readonly isDocument?: boolean
}

/**
 * The events of an answer, within the limits of size. A body that begins like JSON is no stream: it is one event. An
 * event that lacks its blank line at the end of the body is one all the same, and so is a line of no field. Calls `onBegin` when the first bytes come.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  site: Site,
  { createParser }: Pick<Libraries, 'createParser'>,
  onBegin: () => void,
): AsyncGenerator<AnswerEvent> {
  const decoder = new TextDecoder()
  const ready: AnswerEvent[] = []
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ event: name, data }: EventSourceMessage) => ready.push({ name, data }),
    onError: ({ type, line }) => {
      if (type === 'max-buffer-size-exceeded') throw tooLarge(site)
      if (type === 'unknown-field' && line !== undefined) ready.push({ data: line })
    },
  })
  let total = 0
  let document: string[] | undefined
  let documentLength = 0
  let hasBegun = false
  for await (const bytes of body) {
    if (total === 0) onBegin()
    total += bytes.length
    if (total > MAX_ANSWER_BYTES) throw tooLarge(site)
    const text = decoder.decode(bytes, { stream: true })
    if (!hasBegun) {
      const start = text.trimStart()
      if (start === '') continue
      hasBegun = true
      if (start.startsWith('{') || start.startsWith('[')) document = []
    }
    if (document) {
      documentLength += text.length
      if (documentLength > MAX_EVENT_LENGTH) throw tooLarge(site)
      document.push(text)
      continue
    }
    parser.feed(text)
    yield* ready.splice(0)
  }
  if (document) yield { data: document.join(''), isDocument: true }
  parser.feed(`${decoder.decode()}\n\n`)
  yield* ready.splice(0)
}

/** More than one answer can be. */
function tooLarge(site: Site): ModelError {
  return new ModelError({
    kind: 'invalid-response',
    message: `${site.address} sent more than an answer can be. Check DSH_BASE_URL.`,
  })
}
