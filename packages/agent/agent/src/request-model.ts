import type { Message, ModelEvent } from '@deepseek-ai/dsh-llm'
import { modelRequest } from '@deepseek-ai/dsh-session'
import { abortable } from '@deepseek-ai/dsh-tools'
import type { Loop } from './loop.ts'
import { nextHeader } from './request-header.ts'
import { StreamedAnswer } from './streamed-answer.ts'
import { UnfinishedAnswerError } from './turn-error.ts'

/**
 * One request: header where needed, start, the streamed answer, which is logged and returned.
 *
 * Of an answer that breaks off, the words are logged. One that came to no proper end, or says nothing, is logged, and
 * ends the turn with `UnfinishedAnswerError`.
 */
export async function requestModel(
  loop: Loop,
  prefix: readonly Message[],
  signal: AbortSignal,
): Promise<StreamedAnswer> {
  const header = nextHeader(loop, prefix)
  loop.session.append({ type: 'request/start' })
  const request = modelRequest(header, loop.session.messages())
  const answer = new StreamedAnswer(request.messages)
  try {
    const stream = loop.llm.stream(request, { signal, sessionId: loop.session.id })
    for await (const event of untilAborted(stream, signal)) {
      answer.add(event)
      if (event.type === 'text' || event.type === 'reasoning' || event.type === 'retry') loop.emit(event)
    }
  } catch (error) {
    if (!answer.isEmpty) loop.session.append(answer.partialMessage())
    throw error
  }
  loop.session.append(answer.message())
  if (answer.problem !== undefined) throw new UnfinishedAnswerError(answer.problem)
  return answer
}

/** The events of `stream`, up to the abort at the latest, also when the stream itself does not heed it. */
async function* untilAborted(stream: AsyncIterable<ModelEvent>, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const iterator = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await abortable(iterator.next(), signal)
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: a stream that hangs would hold the turn. Its end was heard already, or nobody cares.
    iterator.return?.().catch(() => {})
  }
}
