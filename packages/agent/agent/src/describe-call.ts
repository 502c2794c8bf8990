import type { ToolCall } from '@deepseek-ai/dsh-llm'
import { excerpt, type ToolScope, type ToolService } from '@deepseek-ai/dsh-tools'

/** Most that is shown of the name of a tool. */
export const MAX_NAME_LENGTH = 64

/** What people see of a call while it runs. */
export interface CallDescription {
  readonly title: string
  readonly locations: readonly string[]
}

/**
 * The tool's own words for a call. Where the tool is unknown, its arguments do not fit, or it fails to tell, the name,
 * cut and escaped, stands alone: what is wrong is for the result to say.
 */
export function describeCall(call: ToolCall, tools: ToolService, scope: ToolScope): CallDescription {
  const nameAlone = { title: excerpt(call.name, MAX_NAME_LENGTH), locations: [] }
  try {
    return describedByTool(call, tools, scope) ?? nameAlone
  } catch {
    return nameAlone // Not JSON, or a fault of the tool.
  }
}

function describedByTool(call: ToolCall, tools: ToolService, scope: ToolScope): CallDescription | undefined {
  const tool = tools.get(call.name, scope)
  const parsed = tool?.input.safeParse(JSON.parse(call.arguments.trim() === '' ? '{}' : call.arguments))
  if (!tool || !parsed?.success) return undefined
  return { title: String(tool.title(parsed.data)), locations: tool.locations?.(parsed.data, scope) ?? [] }
}
