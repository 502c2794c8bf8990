/** What the model reads as the result of a call that a cancel left unanswered. */
export const CANCELLED_RESULT =
  'Cancelled: the user ended the turn before this tool call had a result. It may have run in part, or not at all.'

/** What the model reads as the result of a call that a failure left unanswered. */
export const FAILED_RESULT =
  'No result: the turn failed before this tool call had one. It may have run in part, or not at all.'
