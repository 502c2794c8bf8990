import type { Agent } from '@deepseek-ai/dsh-agent'

/** What an interrupt does: it cancels the running turn, or it ends the conversation. */
export interface Interrupts {
  /** True when it was dealt with by cancelling; false when the conversation should end. */
  interrupt(): boolean
  turnStarts(): void
  turnEnds(): void
  /** A later interrupt is a first one again. */
  forgive(): void
}

/** Counts interrupts: the first one cancels the turn, a second one ends everything, as does one while no turn runs. */
export function countInterrupts(agent: Agent, onCancel: () => void): Interrupts {
  let isRunning = false
  let isInterrupted = false
  return {
    interrupt() {
      if (!isRunning || isInterrupted) return false
      isInterrupted = true
      onCancel()
      agent.cancel()
      return true
    },
    turnStarts: () => void (isRunning = true),
    turnEnds: () => void (isRunning = false),
    forgive: () => void (isInterrupted = false),
  }
}
