/** One call of a tool, as the model asked for it. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON text, word for word as the model sent it: possibly not valid JSON. */
  readonly arguments: string
}

/** Fields in which endpoints send reasoning, and take it back. */
export type ReasoningField = 'reasoning_content' | 'reasoning'

export interface UserMessage {
  readonly role: 'user'
  readonly content: string
}

export interface AssistantMessage {
  readonly role: 'assistant'
  readonly content: string
  /** What the model thought aloud, where the endpoint tells. */
  readonly reasoning?: string
  /** The field of the protocol that `reasoning` came in. Absent: it cannot go back. */
  readonly reasoningField?: ReasoningField
  readonly toolCalls?: readonly ToolCall[]
}

export interface ToolMessage {
  readonly role: 'tool'
  readonly toolCallId: string
  readonly toolName: string
  readonly content: string
  readonly isError?: boolean
}

/** The message vocabulary. System text is no message: it travels in the request. */
export type Message = UserMessage | AssistantMessage | ToolMessage

/** A tool as the model is told of it. */
export interface ToolSchema {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ModelParameters {
  readonly temperature?: number
  readonly maxOutputTokens?: number
}

/** All that one call of a model depends on; plain JSON data. */
export interface ModelRequest {
  /** Name of the adapter, see `ctx.llm.register`. */
  readonly adapter: string
  readonly model: string
  readonly parameters: ModelParameters
  readonly system: string
  readonly tools: readonly ToolSchema[]
  readonly messages: readonly Message[]
}

export interface TokenUsage {
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** Only `stop` and `tool-calls` end a complete answer. `other`: the endpoint gave up, or says something that nobody knows. */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other'

/** What a model streams. Exactly one `finish` ends a stream that did not fail. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string; readonly field?: ReasoningField }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  /** The call failed in a passing way and is made again after `delayMs`. Only before anything else was streamed. */
  | { readonly type: 'retry'; readonly message: string; readonly delayMs: number }
  | {
      readonly type: 'finish'
      readonly reason: FinishReason
      /** The endpoint's own word, where `reason` is `other`. */
      readonly word?: string
      readonly usage?: TokenUsage
    }
