import { deepFreeze, type Message } from '@deepseek-ai/dsh-llm'
import type { SessionEvent } from './events.ts'

/**
 * Folds the events of a session into the messages that a model gets.
 *
 * Whatever order the events came in, each call of a tool is followed by its result and nothing else stands between:
 * a message that came in the meantime waits until all calls are answered. A result that answers no call, and an answer
 * without text and calls, are no part of the history. Reasoning is left out where another endpoint sent it than the one
 * of the last header.
 */
export class History {
  private readonly settled: Message[] = []
  private readonly unanswered = new Set<string>()
  private waiting: Message[] = []
  private snapshot: readonly Message[] | undefined
  private endpoint: string | undefined
  private readonly thoughtAt = new Map<Message, string | undefined>()

  add(event: SessionEvent): void {
    if (event.type === 'request/header') {
      if (event.endpoint !== this.endpoint) this.snapshot = undefined
      this.endpoint = event.endpoint
    }
    const message = messageOf(event)
    if (!message) return
    this.snapshot = undefined
    if (message.role === 'assistant' && message.reasoning !== undefined) this.thoughtAt.set(message, this.endpoint)
    if (message.role === 'tool') {
      if (this.unanswered.delete(message.toolCallId)) this.settled.push(message)
    } else {
      this.waiting.push(message)
    }
    this.settle()
  }

  /** The messages so far, frozen through and through. The same array until something is added. */
  messages(): readonly Message[] {
    this.snapshot ??= Object.freeze(this.settled.map((message) => this.forEndpoint(message)))
    return this.snapshot
  }

  private forEndpoint(message: Message): Message {
    if (message.role !== 'assistant' || message.reasoning === undefined) return message
    if (this.thoughtAt.get(message) === this.endpoint) return message
    const { reasoning: _reasoning, reasoningField: _field, ...rest } = message
    return Object.freeze(rest)
  }

  private settle(): void {
    while (this.unanswered.size === 0) {
      const message = this.waiting.shift()
      if (!message) return
      this.settled.push(message)
      if (message.role === 'assistant') for (const call of message.toolCalls ?? []) this.unanswered.add(call.id)
    }
  }
}

/** The history of a session as the model gets it, without prefix, from its events alone. */
export function deriveMessages(events: Iterable<SessionEvent>): readonly Message[] {
  const history = new History()
  for (const event of events) history.add(event)
  return history.messages()
}

function messageOf(event: SessionEvent): Message | undefined {
  const { type } = event
  if (type === 'user/message' || type === 'reminder') return deepFreeze({ role: 'user', content: event.content })
  if (type === 'assistant/message') return assistantMessage(event)
  if (type === 'tool/result') return toolMessage(event)
  return undefined
}

function toolMessage(event: SessionEvent & { readonly type: 'tool/result' }): Message {
  return deepFreeze({
    role: 'tool',
    toolCallId: event.toolCallId,
    toolName: event.toolName,
    content: event.content,
    ...(event.isError === undefined ? {} : { isError: event.isError }),
  })
}

function assistantMessage(event: SessionEvent & { readonly type: 'assistant/message' }): Message | undefined {
  const toolCalls = event.toolCalls ?? []
  if (event.content === '' && toolCalls.length === 0) return undefined
  return deepFreeze({
    role: 'assistant',
    content: event.content,
    ...(event.reasoning === undefined ? {} : { reasoning: event.reasoning }),
    ...(event.reasoningField === undefined ? {} : { reasoningField: event.reasoningField }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  })
}
