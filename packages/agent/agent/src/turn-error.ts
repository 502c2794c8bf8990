/** Ends a turn as failed, for a reason that belongs to the turn. `message` is what a person reads. */
export class TurnError extends Error {
  override readonly name = 'TurnError'
}
