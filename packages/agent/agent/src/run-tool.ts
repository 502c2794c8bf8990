import type { ToolCall } from '@deepseek-ai/dsh-llm'
import { excerpt, type ToolContext } from '@deepseek-ai/dsh-tools'
import { describeCall, MAX_NAME_LENGTH } from './describe-call.ts'
import type { Loop } from './loop.ts'
import { isAllowed } from './permission.ts'
import { stub } from './stub.ts'

/** Longest result that is kept whole, in UTF-16 units. */
const MAX_RESULT_LENGTH = 1_000_000

/** Runs one call of a tool and logs its result. Returns how long the result is. */
export async function runTool(loop: Loop, call: ToolCall, signal: AbortSignal): Promise<number> {
  const toolName = excerpt(call.name, MAX_NAME_LENGTH)
  const description = describeCall(call, loop.tools, loop.scope)
  loop.emit({ type: 'tool/start', toolCallId: call.id, toolName, ...description })
  const context: ToolContext = {
    ...loop.scope,
    toolCallId: call.id,
    signal,
    requestPermission: (request) => isAllowed(request, loop, signal),
  }
  const { content: whole, isError, skill, notices = [] } = await loop.tools.execute(call, context)
  const content = whole.length > MAX_RESULT_LENGTH ? stub(whole) : whole
  const marks = { ...(isError && { isError }), ...(skill && { skill }) }
  loop.session.append({ type: 'tool/result', toolCallId: call.id, toolName, content, ...marks })
  for (const message of notices) loop.session.append({ type: 'notice', code: 'tool-notice', message })
  return content.length
}
