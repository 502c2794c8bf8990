import type { AgentEvent, TurnResult } from '@deepseek-ai/dsh-agent'
import type { Session } from '@deepseek-ai/dsh-session'
import type { SkillInspection } from '@deepseek-ai/dsh-skill'
import type { ModelChoice } from '../model-choice.ts'

/** Shows one run, in the order of the calls. */
export interface RunDisplay {
  start(session: Session, choice: ModelChoice): void
  inspection(inspection: SkillInspection): void
  event(event: AgentEvent): void
  /** A line that a part of the program logged. */
  warning(line: string): void
  result(result: TurnResult, session: Session): void
}
