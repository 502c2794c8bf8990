import { closingEvents, SessionError, type SessionEvent, type TurnEnding } from '@deepseek-ai/dsh-session'
import type { Prompt, TurnResult } from './agent.ts'
import { failureSentence, isExpectedFailure } from './failure-sentence.ts'
import { logPrompt } from './log-prompt.ts'
import type { Loop } from './loop.ts'
import { CANCELLED_RESULT, FAILED_RESULT, NOT_RUN_RESULT, tooLargeTurn, tooManyCalls } from './messages.ts'
import { requestModel } from './request-model.ts'
import { runTool } from './run-tool.ts'
import { StepLimitError, TurnError, UnfinishedAnswerError } from './turn-error.ts'

/** Most tool calls of one turn. */
const MAX_TURN_CALLS = 1_000
/** Most of all answers and tool results of one turn, in UTF-16 units. */
const MAX_TURN_LENGTH = 16_000_000

/** For an earlier turn whose end could not be written then. */
const UNLOGGED_END: TurnEnding = {
  status: 'failed',
  error: 'The end of this turn could not be logged when it came.',
  toolResult: FAILED_RESULT,
}

/** Runs one turn to its end, whatever happens: the result tells, nothing is thrown. */
export async function runTurn(loop: Loop, prompt: Prompt, signal: AbortSignal): Promise<TurnResult> {
  const { session } = loop
  try {
    closeTurn(loop, UNLOGGED_END)
    session.append({ type: 'turn/start' })
    await converse(loop, prompt, signal)
    signal.throwIfAborted()
    session.append({ type: 'turn/end', status: 'completed' })
    return { status: 'completed', answer: lastAnswer(session.events) }
  } catch (error) {
    return endEarly(loop, error, signal)
  }
}

/** The steps of a turn: model, tools, model, until it calls no more tools. */
async function converse(loop: Loop, prompt: Prompt, signal: AbortSignal): Promise<void> {
  const prefix = await sessionPrefix(loop, signal)
  await loop.beforeTurn(signal)
  signal.throwIfAborted()
  logPrompt(loop.session, prompt)
  let callCount = 0
  let length = 0
  for (let step = 0; step < loop.maxStepsPerTurn; step += 1) {
    signal.throwIfAborted()
    takeSteering(loop)
    const answer = await requestModel(loop, prefix, signal)
    const calls = answer.toolCalls()
    if (calls.length === 0) return
    length += answer.length
    for (const call of calls) {
      signal.throwIfAborted()
      callCount += 1
      if (callCount > MAX_TURN_CALLS) throw new TurnError(tooManyCalls(MAX_TURN_CALLS))
      if (length > MAX_TURN_LENGTH) throw new TurnError(tooLargeTurn(MAX_TURN_LENGTH))
      length += await runTool(loop, call, signal)
    }
  }
  throw new StepLimitError(loop.maxStepsPerTurn)
}

/** Words leave the list once they are in the log. */
function takeSteering({ session, steering }: Loop): void {
  for (let next = steering[0]; next; next = steering[0]) {
    logPrompt(session, next)
    steering.shift()
  }
}

/** Composed once per loop instance; a composition that failed or was interrupted leaves nothing behind. */
async function sessionPrefix(loop: Loop, signal: AbortSignal): ReturnType<Loop['composePrefix']> {
  signal.throwIfAborted()
  if (loop.prefix) return loop.prefix
  const prefix = await loop.composePrefix(signal)
  signal.throwIfAborted()
  loop.prefix = prefix
  return prefix
}

/** Logs what is missing to the end of a turn that cannot go on. */
function endEarly(loop: Loop, fault: unknown, signal: AbortSignal): TurnResult {
  const { session } = loop
  const answer = lastAnswer(session.events)
  const ending = endingFor(loop, fault, signal)
  try {
    closeTurn(loop, ending)
    const { status, error } = ending
    const isOverStepLimit = status === 'failed' && fault instanceof StepLimitError
    return { status, answer, ...(error !== undefined && { error }), ...(isOverStepLimit && { isOverStepLimit }) }
  } catch (cause) {
    // The log cannot be written: the end of the turn is logged when the next one starts, or at a resume.
    return { status: 'failed', answer, error: ending.error ?? sentenceFor(loop, cause) }
  }
}

function endingFor(loop: Loop, fault: unknown, signal: AbortSignal): TurnEnding {
  // A log that cannot be written is worth knowing of, also for who cancelled.
  if (signal.aborted && !(fault instanceof SessionError)) return { status: 'cancelled', toolResult: CANCELLED_RESULT }
  const toolResult = fault instanceof UnfinishedAnswerError ? NOT_RUN_RESULT : FAILED_RESULT
  return { status: 'failed', toolResult, error: sentenceFor(loop, fault) }
}

function sentenceFor(loop: Loop, fault: unknown): string {
  if (!isExpectedFailure(fault)) loop.report(fault)
  return failureSentence(fault, loop.session.events)
}

function closeTurn({ session }: Loop, ending: TurnEnding): void {
  for (const body of closingEvents(session.events, ending)) session.append(body)
}

/** Text of the last assistant message of the last turn; empty when it has none. */
function lastAnswer(events: readonly SessionEvent[]): string {
  const last = events.findLast((event) => event.type === 'assistant/message' || event.type === 'turn/start')
  return last?.type === 'assistant/message' ? last.content : ''
}
