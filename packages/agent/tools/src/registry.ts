import { type Context, Service } from '@deepseek-ai/cordis'
import type { ToolSchema } from '@deepseek-ai/dsh-llm'
import type { z } from 'zod'
import { runCall, type ToolInvocation } from './run.ts'
import { toolSchema } from './schema.ts'
import type { Tool, ToolContext, ToolRegistration, ToolResult, ToolScope, ToolService } from './tool.ts'
import { type HiddenTool, type RegisteredTool, schemasOf, viewFor } from './view.ts'

/** `ctx.tools`: what has been registered, and each agent's view of it. */
export class ToolRegistry extends Service implements ToolService {
  private readonly table = { registered: new Set<RegisteredTool>(), hidden: new Set<HiddenTool>() }

  constructor(ctx: Context) {
    super(ctx, 'tools')
  }

  register<Input extends z.ZodType>(tool: Tool<Input>, options: ToolRegistration = {}): () => void {
    const entry: RegisteredTool = { ...options, tool, schema: toolSchema(tool) }
    for (const other of this.table.registered) {
      if (other.tool.name === tool.name && other.when === undefined && entry.when === undefined) {
        throw new Error(`A tool called ${tool.name} is registered already.`)
      }
    }
    const undo = this.ctx.effect(() => {
      this.table.registered.add(entry)
      return () => this.table.registered.delete(entry)
    }, `ctx.tools.register(${tool.name})`)
    return () => void undo()
  }

  hide(name: string, when: (scope: ToolScope) => boolean): () => void {
    const entry: HiddenTool = { name, when }
    const undo = this.ctx.effect(() => {
      this.table.hidden.add(entry)
      return () => this.table.hidden.delete(entry)
    }, `ctx.tools.hide(${name})`)
    return () => void undo()
  }

  get(name: string, scope: ToolScope): Tool | undefined {
    return viewFor(scope, this.table).get(name)?.tool
  }

  schemas(scope: ToolScope): readonly ToolSchema[] {
    return schemasOf(viewFor(scope, this.table))
  }

  execute(call: ToolInvocation, context: ToolContext): Promise<ToolResult> {
    return runCall(call, context, this.table)
  }
}
