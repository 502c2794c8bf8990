/** What an interrupt does: it cancels the running turn, or it ends the conversation. */
export interface Interrupts {
  /** True when it was dealt with by cancelling; false when the conversation should end. */
  interrupt(): boolean
  /** A later interrupt is a first one again. */
  forgive(): void
}

/**
 * Counts interrupts: the first one cancels the turn, a second one ends everything, as does one while no turn runs. `cancel`
 * cancels what runs, and returns false when nothing does.
 */
export function countInterrupts(cancel: () => boolean): Interrupts {
  let isInterrupted = false
  return {
    interrupt() {
      if (isInterrupted) return false
      isInterrupted = cancel()
      return isInterrupted
    },
    forgive: () => void (isInterrupted = false),
  }
}
