import type { AgentEvent, ModelChoice, TurnResult } from '@deepseek-ai/dsh-agent'
import type { Session } from '@deepseek-ai/dsh-session'
import type { SkillInspection } from '@deepseek-ai/dsh-skill'

export interface Start {
  readonly session: Session
  readonly model: ModelChoice
  /** What the user should know of the model, in place of its name. */
  readonly modelNotice?: string | undefined
}

/** Where a prompt came from. */
export interface PromptSource {
  /** Number of the line, from 1. */
  readonly line: number
  /** What the other side calls it. */
  readonly id?: string
}

/** Input that starts no turn. */
export interface Refusal extends PromptSource {
  /** What is wrong and what to do. */
  readonly message: string
}

/** `refused`: a stream takes no more. `aborted`: the signal fired first. */
export type Flushed = 'taken' | 'refused' | 'aborted'

/** Shows one conversation, in the order of the calls. */
export interface Display {
  /** False: a `note` reaches nobody. */
  readonly showsNotes: boolean
  start(start: Start): void
  inspection(inspection: SkillInspection): void
  /** So many skills may be loaded by the model, as of now. */
  skills(count: number): void
  event(event: AgentEvent): void
  /** What the user should know, and nothing is wrong. */
  note(line: string): void
  /** A line that a part of the program logged, or that concerns no single turn. */
  warning(line: string): void
  refusal(refusal: Refusal): void
  /** A turn has ended. `source` is absent where there is one prompt alone. */
  result(result: TurnResult, session: Session, source?: PromptSource): void
  /** Nothing follows. */
  end(session: Session): void
  /** Resolves when the streams have taken all that was shown. */
  flush(signal: AbortSignal): Promise<Flushed>
}
