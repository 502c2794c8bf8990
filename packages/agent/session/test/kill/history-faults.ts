import type { Message } from '@deepseek-ai/dsh-llm'

/** Why an endpoint would refuse the messages: each call is followed by its results, one each, and nothing comes between. */
export function historyFaults(messages: readonly Message[]): readonly string[] {
  const faults: string[] = []
  const unanswered = new Set<string>()
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!unanswered.delete(message.toolCallId)) faults.push(`message ${index} answers no call`)
      continue
    }
    if (unanswered.size > 0) faults.push(`message ${index} comes before the result of a call`)
    unanswered.clear()
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) unanswered.add(call.id)
  }
  if (unanswered.size > 0) faults.push('a call at the end has no result')
  return faults
}
