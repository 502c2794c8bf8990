import type { ToolCall } from '@deepseek-ai/dsh-llm'
import type { ToolScope, ToolService } from '@deepseek-ai/dsh-tools'

/** What people see of a call while it runs. */
export interface CallDescription {
  readonly title: string
  readonly locations: readonly string[]
}

/**
 * The tool's own words for a call. Where the tool is unknown, its arguments do not fit, or it fails to tell, the name
 * stands alone: what is wrong is for the result to say.
 */
export function describeCall(call: ToolCall, tools: ToolService, scope: ToolScope): CallDescription {
  try {
    return describedByTool(call, tools, scope) ?? { title: call.name, locations: [] }
  } catch {
    return { title: call.name, locations: [] } // Not JSON, or a fault of the tool.
  }
}

function describedByTool(call: ToolCall, tools: ToolService, scope: ToolScope): CallDescription | undefined {
  const tool = tools.get(call.name, scope)
  const parsed = tool?.input.safeParse(JSON.parse(call.arguments.trim() === '' ? '{}' : call.arguments))
  if (!tool || !parsed?.success) return undefined
  return { title: String(tool.title(parsed.data)), locations: tool.locations?.(parsed.data, scope) ?? [] }
}
