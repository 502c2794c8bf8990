import type { StopReason } from '@agentclientprotocol/sdk'
import type { TurnResult } from '@deepseek-ai/dsh-agent'
import type { SessionEvent } from '@deepseek-ai/dsh-session'

/**
 * Why a turn stopped, in the protocol's words; `undefined` for a failure, which is an error of the request. What a
 * content filter withheld is no `refusal`: that would have the client take the turn out of the conversation.
 */
export function stopReason(result: TurnResult, events: readonly SessionEvent[]): StopReason | undefined {
  if (result.status === 'cancelled') return 'cancelled'
  if (result.status === 'failed') return result.isOverStepLimit ? 'max_turn_requests' : undefined
  const last = events.findLast((event) => event.type === 'assistant/message')
  return last?.finish === 'length' ? 'max_tokens' : 'end_turn'
}
