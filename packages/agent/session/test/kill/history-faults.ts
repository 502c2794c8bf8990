/** What matters of a message here. */
interface Step {
  readonly role: string
  readonly toolCallId?: string | undefined
  readonly toolCalls?: readonly { readonly id: string }[] | undefined
}

/** Why an endpoint would refuse the messages: each call is followed by its results, one each, and nothing comes between. */
export function historyFaults(messages: readonly Step[]): readonly string[] {
  const faults: string[] = []
  const unanswered = new Set<string>()
  for (const [index, { role, toolCallId = '', toolCalls = [] }] of messages.entries()) {
    if (role === 'tool') {
      if (!unanswered.delete(toolCallId)) faults.push(`message ${index} answers no call`)
      continue
    }
    if (unanswered.size > 0) faults.push(`message ${index} comes before the result of a call`)
    unanswered.clear()
    for (const { id } of toolCalls) unanswered.add(id)
  }
  if (unanswered.size > 0) faults.push('a call at the end has no result')
  return faults
}
