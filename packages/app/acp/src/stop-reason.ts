import type { StopReason } from '@agentclientprotocol/sdk'
import type { TurnResult } from '@deepseek-ai/dsh-agent'
import type { SessionEvent } from '@deepseek-ai/dsh-session'

/**
 * Why a turn stopped, in the protocol's words; `undefined` for a failure, which is an error of the request. What a
 * content filter withheld is no `refusal`: that would have the client take the turn out of the conversation.
 */
export function stopReason(result: TurnResult, events: readonly SessionEvent[]): StopReason | undefined {
  if (result.status === 'cancelled') return 'cancelled'
  if (result.status === 'completed') return 'end_turn'
  if (result.isOverStepLimit) return 'max_turn_requests'
  // Of this turn: an earlier one may have ended at the limit, too.
  const last = events.findLast(({ type }) => type === 'assistant/message' || type === 'turn/start')
  return last?.type === 'assistant/message' && last.finish === 'length' ? 'max_tokens' : undefined
}
