/** Ends a turn as failed, for a reason that belongs to the turn. `message` is what a person reads. */
export class TurnError extends Error {
  override readonly name: string = 'TurnError'
}

/** Ends a turn that made as many requests to the model as one turn may. */
export class StepLimitError extends TurnError {
  override readonly name = 'StepLimitError'

  constructor(maxSteps: number) {
    super(
      `The turn was ended after ${maxSteps} requests to the model, the most that one turn may make (maxStepsPerTurn). Ask to go on if the work is not done.`,
    )
  }
}

/** Ends a turn whose last answer is not complete: none of its tool calls was run. */
export class UnfinishedAnswerError extends TurnError {
  override readonly name = 'UnfinishedAnswerError'
}
