/** What an interrupt does: it cancels the running turn, or it ends the conversation. */
export interface Interrupts {
  /** True when it was dealt with by cancelling; false when the conversation should end. */
  interrupt(): boolean
  /** From now on there is something to cancel, by `cancel`. */
  turnStarts(cancel: () => void): void
  turnEnds(): void
  /** A later interrupt is a first one again. */
  forgive(): void
}

/** Counts interrupts: the first one cancels the turn, a second one ends everything, as does one while no turn runs. */
export function countInterrupts(onCancel: () => void): Interrupts {
  let cancelTurn: (() => void) | undefined
  let isInterrupted = false
  return {
    interrupt() {
      if (!cancelTurn || isInterrupted) return false
      isInterrupted = true
      onCancel()
      cancelTurn()
      return true
    },
    turnStarts: (cancel) => void (cancelTurn = cancel),
    turnEnds: () => void (cancelTurn = undefined),
    forgive: () => void (isInterrupted = false),
  }
}
