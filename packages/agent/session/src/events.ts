import type {
  FinishReason,
  Message,
  ModelParameters,
  ReasoningField,
  TokenUsage,
  ToolCall,
  ToolSchema,
} from '@deepseek-ai/dsh-llm'

/** Everything of a request but its history, frozen for one loop instance. No credential. */
export interface RequestHeader {
  readonly adapter: string
  readonly model: string
  /** Absent when the adapter tells none. Reasoning goes back to the endpoint that sent it, and no other. */
  readonly endpoint?: string
  readonly parameters: ModelParameters
  readonly system: string
  readonly tools: readonly ToolSchema[]
  /** Sent in front of the history, never part of it. */
  readonly prefix: readonly Message[]
}

/** `initial`: first of a session. `resume`: first after a resume. `change`: model, tools or parameters changed within a loop instance. */
export type HeaderReason = 'initial' | 'resume' | 'change'

export type TurnStatus = 'completed' | 'cancelled' | 'failed'

/** A skill that came into the session, for those who ask what it opens. */
export interface LoadedSkill {
  readonly name: string
  /** Real path of its folder when it was loaded. Absent: it lies in none. */
  readonly folder?: string
}

/** What is appended; the log adds `seq` and `time`. */
export type SessionEventBody =
  | { readonly type: 'session/start'; readonly version: 1; readonly id: string; readonly cwd: string }
  /** `cwd`: the session moved to this folder, and works there from now on. */
  | { readonly type: 'session/resume'; readonly cwd?: string }
  | ({ readonly type: 'request/header'; readonly reason: HeaderReason } & RequestHeader)
  | { readonly type: 'turn/start' }
  | {
      readonly type: 'user/message'
      readonly content: string
      /** The user typed a `/skill:` line, and `content` is what became of it. For those who show the log; never sent. */
      readonly skill?: LoadedSkill & { readonly typed: string }
    }
  /** Told to the model beside what the user says, by whoever owns `code`: a user-role message of the history. */
  | {
      readonly type: 'reminder'
      readonly code: string
      readonly content: string
      /** What the owner needs to know of it after a resume. Never sent. */
      readonly data?: Readonly<Record<string, unknown>>
    }
  /** A model is called now: last header's prefix, then the history so far. */
  | { readonly type: 'request/start' }
  | {
      readonly type: 'assistant/message'
      readonly content: string
      readonly reasoning?: string
      /** The field of the protocol that `reasoning` came in. */
      readonly reasoningField?: ReasoningField
      readonly toolCalls?: readonly ToolCall[]
      /** Absent when the stream was cut off by a cancel or an error. */
      readonly finish?: FinishReason
      /** The endpoint's own word, where `finish` is `other`. */
      readonly finishWord?: string
      readonly usage?: TokenUsage
    }
  | {
      readonly type: 'tool/result'
      readonly toolCallId: string
      readonly toolName: string
      readonly content: string
      readonly isError?: boolean
      /** The skill that this is the text of. Never sent. */
      readonly skill?: LoadedSkill
    }
  /** Of earlier versions. It opens nothing: a path in a log is not a right. */
  | { readonly type: 'root/readable'; readonly path: string }
  /** Something the user should know that is no part of the conversation. */
  | { readonly type: 'notice'; readonly code: string; readonly message: string }
  | { readonly type: 'turn/end'; readonly status: TurnStatus; readonly error?: string }

/** One line of a session log. */
export type SessionEvent = SessionEventBody & {
  /** Counts from 0 without gaps. */
  readonly seq: number
  /** ISO 8601, UTC. */
  readonly time: string
}
