import type { ModelParameters } from '@deepseek-ai/dsh-llm'
import type { Session, SessionEvent, TurnStatus } from '@deepseek-ai/dsh-session'
import type { LoadedSkill, PermissionRequest, ToolScope } from '@deepseek-ai/dsh-tools'

export interface ModelChoice {
  readonly adapter: string
  readonly model: string
  readonly parameters?: ModelParameters
}

/** What the user answers when a tool asks. `session`: while this agent lives, the same thing need not be asked again. */
export type PermissionAnswer = 'refused' | 'once' | 'session'

export interface AgentOptions {
  /** The agent closes it when it is disposed. */
  readonly session: Session
  readonly model: ModelChoice
  /** System text; the loop's own default when absent. */
  readonly system?: string
  /** Asks the user. Without it everything that asks is refused. */
  readonly requestPermission?: (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionAnswer>
}

/** What happens while an agent works: each logged event once it is in the log, and the pieces of a streamed answer before they are. */
export type AgentEvent =
  | { readonly type: 'session'; readonly event: SessionEvent }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | {
      readonly type: 'tool/start'
      readonly toolCallId: string
      readonly toolName: string
      readonly title: string
      readonly locations: readonly string[]
    }
  | { readonly type: 'retry'; readonly message: string; readonly delayMs: number }

export interface TurnResult {
  readonly status: TurnStatus
  /** Text of the last assistant message of the turn. */
  readonly answer: string
  /** For `failed`: what a person should read. */
  readonly error?: string
  /** For `failed`: the turn made as many requests as one turn may. The user may ask to go on. */
  readonly isOverStepLimit?: true
  /** What `steer` took and the turn ended before: in no log, in no request. In the order it was given; absent when there is none. */
  readonly unsteered?: readonly Prompt[]
}

/** A skill that the user started with a `/skill:` line. */
export interface StartedSkill extends LoadedSkill {
  /** The line as typed, for those who show the log. */
  readonly typed: string
  /** What the user should know of it, one line each. The model does not read them. */
  readonly notices?: readonly string[] | undefined
}

/** What the user says. */
export interface Prompt {
  readonly text: string
  /** The text is what became of a `/skill:` line. It is sent like any other. */
  readonly skill?: StartedSkill | undefined
}

export interface PromptOptions {
  readonly signal?: AbortSignal | undefined
  readonly skill?: Prompt['skill']
}

/** One loop instance over one session. */
export interface Agent {
  readonly id: string
  readonly session: Session
  readonly scope: ToolScope
  /** Changes the model from the next request on; recorded as a header of reason `change`. */
  setModel(model: ModelChoice): void
  /** Runs one turn: resolves however it ends. Throws when one is running already. */
  prompt(text: string, options?: PromptOptions): Promise<TurnResult>
  /**
   * Puts words into the running turn: logged before its next request, in the order of the calls. False, and nothing
   * taken, when no turn runs. What the turn ends before is given back in its result.
   */
  steer(prompt: Prompt): boolean
  /** Ends the running turn as `cancelled`. Without one it does nothing. */
  cancel(): void
  subscribe(listener: (event: AgentEvent) => void): () => void
  /** Cancels, waits for the turn to end, closes the session. */
  dispose(): Promise<void>
}

/** What `ctx.agents` offers. */
export interface AgentService {
  create(options: AgentOptions): Agent
  /** Agents that are alive, in order of creation. */
  list(): readonly Agent[]
}
