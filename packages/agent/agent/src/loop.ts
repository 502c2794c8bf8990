import type { Message, ModelService } from '@deepseek-ai/dsh-llm'
import type { RequestHeader, Session } from '@deepseek-ai/dsh-session'
import type { ToolScope, ToolService } from '@deepseek-ai/dsh-tools'
import type { AgentEvent, ModelChoice, Prompt } from './agent.ts'
import type { PermissionSources } from './permission.ts'

/** What the steps of a turn work on: one loop instance. */
export interface Loop extends PermissionSources {
  readonly session: Session
  readonly scope: ToolScope
  readonly llm: ModelService
  readonly tools: ToolService
  readonly maxStepsPerTurn: number
  readonly composePrefix: (signal: AbortSignal) => Promise<readonly Message[]>
  /** Called before the user's words of each turn are logged. */
  readonly beforeTurn: (signal: AbortSignal) => Promise<void>
  readonly system: string
  /** Tells the listeners; never throws. */
  readonly emit: (event: AgentEvent) => void
  /** Told of faults that nobody else hears of. */
  readonly report: (error: unknown) => void
  /** What the user says while the turn runs: waits for the next request. */
  readonly steering: Prompt[]
  /** For the next request. */
  model: ModelChoice
  /** Composed once, before the first request. */
  prefix: readonly Message[] | undefined
  /** The last one written by this loop instance. */
  header: RequestHeader | undefined
}
