import { argumentsText, type ScriptedToolCall } from './scripted-call.ts'

/** What an endpoint answers. Without `body` it streams an answer as the chat completions protocol has it. */
export interface EndpointReply {
  readonly reasoning?: string | readonly string[]
  /** Several strings are several chunks. */
  readonly text?: string | readonly string[]
  /** The arguments of each go out in two chunks. */
  readonly toolCalls?: readonly ScriptedToolCall[]
  /** `tool_calls` when there are calls, else `stop`. */
  readonly finish?: string
  /** Sent where the request asks for it. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number }

  /** In place of the streamed answer: text and bytes as they are, anything else as JSON. */
  readonly body?: string | Uint8Array | object
  /** 200 when absent. */
  readonly status?: number
  /** `content-type` follows the body when absent. */
  readonly headers?: Readonly<Record<string, string>>

  /** Waits before it answers. */
  readonly delayMs?: number
  /** Closes the connection after so many bytes of the body. */
  readonly cutAfterBytes?: number
  /** Closes the connection without any answer. */
  readonly drops?: true
  /** Falls silent, connection open: `head` sends nothing at all, `end` all but what ends the answer. */
  readonly hangs?: 'head' | 'end'
}

/** The body of an event stream: one `data:` event for each entry, objects as JSON. */
export function eventStream(events: readonly (string | object)[]): string {
  return events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')
}

/** What goes over the wire for `reply`, in pieces; the last piece ends the answer. */
export function replyPieces(
  reply: EndpointReply,
  options: { readonly model: string; readonly includeUsage: boolean; readonly nextCallId: () => string },
): readonly (string | Uint8Array)[] {
  const { body } = reply
  if (typeof body === 'string' || body instanceof Uint8Array) return [body, '']
  if (body !== undefined) return [JSON.stringify(body), '']
  const chunk = (choices: readonly object[], more?: object): object => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: options.model,
    choices,
    ...more,
  })
  const delta = (value: object): object => chunk([{ index: 0, delta: value, finish_reason: null }])
  const calls = reply.toolCalls ?? []
  const finish = reply.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')
  return [
    delta({ role: 'assistant', content: '' }),
    ...listOf(reply.reasoning).map((text) => delta({ reasoning_content: text })),
    ...listOf(reply.text).map((text) => delta({ content: text })),
    ...calls.flatMap((call, index) => toolCallDeltas(call, index, call.id ?? options.nextCallId())).map(delta),
    [
      chunk([{ index: 0, delta: {}, finish_reason: finish }]),
      ...(reply.usage && options.includeUsage ? [chunk([], { usage: reply.usage })] : []),
      '[DONE]',
    ],
  ].map((events) => eventStream(Array.isArray(events) ? events : [events]))
}

/** The content type of `reply` where it sets none. */
export function replyContentType({ body, status = 200 }: EndpointReply): string {
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)) return 'application/json'
  return status === 200 ? 'text/event-stream' : 'text/plain'
}

function toolCallDeltas(call: ScriptedToolCall, index: number, id: string): readonly object[] {
  const text = argumentsText(call)
  const middle = Math.ceil(text.length / 2)
  const first = { index, id, type: 'function', function: { name: call.name, arguments: text.slice(0, middle) } }
  const second = { index, function: { arguments: text.slice(middle) } }
  return [{ tool_calls: [first] }, { tool_calls: [second] }]
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}
