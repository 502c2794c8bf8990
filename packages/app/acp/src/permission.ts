import { type AgentContext, methods, type PermissionOption, type ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { PermissionAnswer } from '@deepseek-ai/dsh-agent'
import { type PermissionRequest, visible } from '@deepseek-ai/dsh-tools'
import { z } from 'zod'
import { codeBlock } from './literal.ts'
import { locationsOf, type ShownCall, shownTitle } from './tool-updates.ts'

const OPTIONS: PermissionOption[] = [
  { optionId: 'once', name: 'Allow this once', kind: 'allow_once' },
  { optionId: 'session', name: 'Allow this in the whole session', kind: 'allow_always' },
  { optionId: 'refused', name: 'Refuse', kind: 'reject_once' },
]

const granted = z.object({
  outcome: z.object({ outcome: z.literal('selected'), optionId: z.enum(['once', 'session']) }),
})

export interface PermissionQuestion {
  readonly client: AgentContext
  readonly sessionId: string
  readonly request: PermissionRequest
  /** The call that asks. */
  readonly call: ShownCall | undefined
}

/**
 * Asks the user by way of the client. Anything but a clear yes is a no: another answer, an error, a client that is gone,
 * an abort.
 */
export async function askClient(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer> {
  const { client, sessionId } = question
  const params = { sessionId, toolCall: askingCall(question), options: OPTIONS }
  try {
    const answer: unknown = await client.request(methods.client.session.requestPermission, params, {
      cancellationSignal: signal,
      stopWaitingOnCancel: true,
    })
    return granted.safeParse(answer).data?.outcome.optionId ?? 'refused'
  } catch {
    return 'refused' // The client does not know how to ask, or nobody answers any more.
  }
}

/** The call as it is shown beside the question: what it is about stands there in full, letter for letter. */
function askingCall({ request, call }: PermissionQuestion): ToolCallUpdate {
  const { kind, title, target } = request
  // A path is one line, whatever its name holds.
  const text = codeBlock(kind === 'read' ? visible(target) : target)
  return {
    toolCallId: call?.id ?? 'permission',
    title: shownTitle(title),
    kind,
    status: 'pending',
    locations: kind === 'read' ? locationsOf([target]) : [],
    content: [{ type: 'content', content: { type: 'text', text } }],
  }
}
