import type { ToolCall } from '@deepseek-ai/dsh-llm'
import type { ToolContext } from '@deepseek-ai/dsh-tools'
import { describeCall } from './describe-call.ts'
import type { Loop } from './loop.ts'
import { isAllowed } from './permission.ts'

/** Runs one call of a tool and logs its result. */
export async function runTool(loop: Loop, call: ToolCall, signal: AbortSignal): Promise<void> {
  const description = describeCall(call, loop.tools, loop.scope)
  loop.emit({ type: 'tool/start', toolCallId: call.id, toolName: call.name, ...description })
  const context: ToolContext = {
    ...loop.scope,
    toolCallId: call.id,
    signal,
    requestPermission: (request) => isAllowed(request, loop, signal),
  }
  const { content, isError, skill } = await loop.tools.execute(call, context)
  const marks = { ...(isError && { isError }), ...(skill && { skill }) }
  loop.session.append({ type: 'tool/result', toolCallId: call.id, toolName: call.name, content, ...marks })
}
