import type { ToolCall } from '@deepseek-ai/dsh-llm'
import type { SessionEvent, SessionEventBody } from './events.ts'

/** No tool has a longer name. */
const MAX_NAME_LENGTH = 64

/** How a turn ends that did not come to its own end. */
export interface TurnEnding {
  readonly status: 'cancelled' | 'failed'
  /** What a person should read. */
  readonly error?: string
  /** What the model reads as the result of each call that was not answered. */
  readonly toolResult: string
}

/**
 * The events that close the turn left open at the end of `events`: a result for each unanswered call, then its end.
 *
 * Empty when no turn is open. Looks no further back than the last turn.
 */
export function closingEvents(events: readonly SessionEvent[], ending: TurnEnding): readonly SessionEventBody[] {
  const answered = new Set<string>()
  let unanswered: readonly ToolCall[] | undefined
  for (const event of events.toReversed()) {
    if (event.type === 'turn/end') return []
    if (event.type === 'turn/start') return closing(unanswered ?? [], ending)
    if (event.type === 'tool/result') answered.add(event.toolCallId)
    if (event.type === 'assistant/message') {
      unanswered ??= (event.toolCalls ?? []).filter((call) => !answered.has(call.id))
    }
  }
  return []
}

function closing(unanswered: readonly ToolCall[], ending: TurnEnding): readonly SessionEventBody[] {
  const results = unanswered.map((call): SessionEventBody => ({
    type: 'tool/result',
    toolCallId: call.id,
    toolName: call.name.slice(0, MAX_NAME_LENGTH),
    content: ending.toolResult,
    isError: true,
  }))
  const error = ending.error === undefined ? {} : { error: ending.error }
  return [...results, { type: 'turn/end', status: ending.status, ...error }]
}
