import type { ToolCall } from '@deepseek-ai/dsh-llm'
import type { ToolContext } from '@deepseek-ai/dsh-tools'
import { addReadableRoot } from './add-readable-root.ts'
import { describeCall } from './describe-call.ts'
import type { Loop } from './loop.ts'
import { isAllowed } from './permission.ts'

/** Runs one call of a tool and logs its result. */
export async function runTool(loop: Loop, call: ToolCall, signal: AbortSignal): Promise<void> {
  const description = describeCall(call, loop.tools, loop.scope)
  loop.emit({ type: 'tool/start', toolCallId: call.id, toolName: call.name, ...description })
  const running = { isOver: false }
  try {
    const context = toolContext(loop, call, { signal, running })
    const { content, isError } = await loop.tools.execute(call, context)
    const body = { toolCallId: call.id, toolName: call.name, content, ...(isError && { isError }) }
    loop.session.append({ type: 'tool/result', ...body })
  } finally {
    running.isOver = true
  }
}

function toolContext(
  loop: Loop,
  call: ToolCall,
  { signal, running }: { readonly signal: AbortSignal; readonly running: { readonly isOver: boolean } },
): ToolContext {
  const { session } = loop
  return {
    ...loop.scope,
    toolCallId: call.id,
    signal,
    readableRoots: () => session.readableRoots(),
    addReadableRoot: (path) => {
      if (running.isOver) throw new Error('The tool call is over: it can change nothing in the session any more.')
      addReadableRoot(session, path)
    },
    requestPermission: (request) => isAllowed(request, loop, signal),
  }
}
