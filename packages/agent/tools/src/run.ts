import { abortable } from './abortable.ts'
import { neutraliseOwnTags } from './frame.ts'
import { checkInput } from './input.ts'
import { toolFailed, unknownTool } from './messages.ts'
import type { ToolContext, ToolResult } from './tool.ts'
import { type ToolTable, viewFor } from './view.ts'

export interface ToolInvocation {
  readonly name: string
  /** JSON text as the model sent it. */
  readonly arguments: string
}

/** Runs one call. Rejects on abort only, at once, with the signal's reason: a tool that goes on regardless is left to itself. */
export async function runCall(call: ToolInvocation, context: ToolContext, table: ToolTable): Promise<ToolResult> {
  const { signal } = context
  signal.throwIfAborted()
  try {
    return withoutOwnTags(await abortable(lookUpAndExecute(call, context, table), signal))
  } catch (reason) {
    if (signal.aborted) throw signal.reason
    return withoutOwnTags({ content: toolFailed(call.name, reason), isError: true })
  }
}

/** A loaded skill has a frame of our own tags, and neutralises what it frames. Whatever else a tool returns may hold none. */
function withoutOwnTags(result: ToolResult): ToolResult {
  return result.skill === undefined ? { ...result, content: neutraliseOwnTags(result.content) } : result
}

async function lookUpAndExecute(call: ToolInvocation, context: ToolContext, table: ToolTable): Promise<ToolResult> {
  const view = viewFor(context, table)
  const tool = view.get(call.name)?.tool
  if (tool === undefined) return { content: unknownTool(call.name, [...view.keys()].toSorted()), isError: true }
  const checked = await checkInput(tool, call.arguments)
  if (!checked.isValid) return { content: checked.complaint, isError: true }
  context.signal.throwIfAborted()
  return await tool.execute(checked.input, context)
}
