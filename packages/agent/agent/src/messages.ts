import { quote } from '@deepseek-ai/dsh-tools'

/** What the model reads as the result of a call that a cancel left unanswered. */
export const CANCELLED_RESULT =
  'Cancelled: the user ended the turn before this tool call had a result. It may have run in part, or not at all.'

/** What the model reads as the result of a call that a failure left unanswered. */
export const FAILED_RESULT =
  'No result: the turn failed before this tool call had one. It may have run in part, or not at all.'

/** What the model reads as the result of a call in an answer that did not come to its end. */
export const NOT_RUN_RESULT = 'Not run: the answer that made this tool call did not come to its end.'

/** Why an answer ends before its end. */
const CUT_ANSWER = {
  length: 'The model reached its output limit: the answer ends early.',
  'content-filter': 'The endpoint withheld a part of the answer (content filter).',
} as const

/** Why an answer that says nothing ends the turn. */
export const EMPTY_ANSWER = {
  none: 'The model ended its answer without saying anything. Ask again, or choose another model.',
  length: 'The model reached its output limit before it said anything. Ask again, or raise its limit.',
  'content-filter': 'The endpoint withheld the answer (content filter). Ask in other words.',
} as const

export function cutText(cut: keyof typeof CUT_ANSWER): string {
  return `${CUT_ANSWER[cut]} ${cut === 'length' ? 'Ask to go on, or raise its limit.' : 'Ask in other words.'}`
}

export function cutCalls(cut: keyof typeof CUT_ANSWER): string {
  return `${CUT_ANSWER[cut]} Its tool calls were not run. Ask again.`
}

/** `word` is the endpoint's own. */
export function givenUp(word: string | undefined): string {
  const reason = word === undefined ? 'without a reason' : `with the reason ${quote(word)}`
  return `The endpoint ended the answer ${reason}: it is not complete, and no tool call in it was run. Try again.`
}

export function answerTooLarge(maxLength: number, maxCalls: number): string {
  return `The answer was stopped: one answer may hold ${maxLength} characters and ${maxCalls} tool calls. Only its beginning is kept. Ask for less at a time.`
}

export function tooManyCalls(maxCalls: number): string {
  return `The turn was ended after ${maxCalls} tool calls, the most that one turn may make. Ask to go on if the work is not done.`
}

export function tooLargeTurn(maxLength: number): string {
  return `The turn was ended: its answers and tool results hold more than ${maxLength} characters, the most that one turn may gather. Ask to go on with less at a time.`
}

/** Stands at the end of what is kept of a text that ran over its limit. */
export function cutMark(length: number): string {
  return `\n[cut: ${length} characters came, and only the beginning is kept]`
}
