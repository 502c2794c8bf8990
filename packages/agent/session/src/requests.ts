import type { Message, ModelRequest } from '@deepseek-ai/dsh-llm'
import type { RequestHeader, SessionEvent } from './events.ts'
import { History } from './history.ts'

/** The request that goes out under `header`: its prefix, then the history. */
export function modelRequest(header: RequestHeader, history: readonly Message[]): ModelRequest {
  return Object.freeze({
    adapter: header.adapter,
    model: header.model,
    parameters: header.parameters,
    system: header.system,
    tools: header.tools,
    messages: Object.freeze([...header.prefix, ...history]),
  })
}

/**
 * Every request that a session ever made, in order, rebuilt from its log alone: the very bytes that were sent.
 *
 * One at a time, since together they hold the history many times over.
 */
export function* requests(events: Iterable<SessionEvent>): Generator<ModelRequest, void, undefined> {
  const history = new History()
  let header: RequestHeader | undefined
  for (const event of events) {
    history.add(event)
    if (event.type === 'request/header') header = event
    if (event.type !== 'request/start') continue
    if (header) yield modelRequest(header, history.messages())
    else throw new TypeError(`Event ${event.seq} starts a request, and no header stands before it.`)
  }
}
