import { type AgentContext, methods, type PermissionOption, type ToolCallUpdate } from '@agentclientprotocol/sdk'
import { type PermissionRequest, visible } from '@deepseek-ai/dsh-tools'
import { z } from 'zod'
import { locationsOf, type ShownCall, shownTitle } from './tool-updates.ts'

const OPTIONS: PermissionOption[] = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'refuse', name: 'Refuse', kind: 'reject_once' },
]

const granted = z.object({ outcome: z.object({ outcome: z.literal('selected'), optionId: z.literal('allow') }) })

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
export async function isGranted(question: PermissionQuestion, signal: AbortSignal): Promise<boolean> {
  const { client, sessionId } = question
  const params = { sessionId, toolCall: askingCall(question), options: OPTIONS }
  try {
    const answer: unknown = await client.request(methods.client.session.requestPermission, params, {
      cancellationSignal: signal,
      stopWaitingOnCancel: true,
    })
    return granted.safeParse(answer).success
  } catch {
    return false // The client does not know how to ask, or nobody answers any more.
  }
}

/** The call as it is shown beside the question: what it is about stands there in full, and nothing in it hides. */
function askingCall({ request, call }: PermissionQuestion): ToolCallUpdate {
  const { kind, title, target } = request
  const text = target.split('\n').map(visible).join('\n')
  return {
    toolCallId: call?.id ?? 'permission',
    title: shownTitle(title),
    kind,
    status: 'pending',
    locations: kind === 'read' ? locationsOf([target]) : [],
    content: [{ type: 'content', content: { type: 'text', text } }],
  }
}
