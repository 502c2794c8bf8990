import type { ToolSchema } from '@deepseek-ai/dsh-llm'
import type { Tool, ToolRegistration, ToolScope } from './tool.ts'

/** One registration, with what the model is told of it. */
export interface RegisteredTool extends ToolRegistration {
  readonly tool: Tool
  readonly schema: ToolSchema
}

/** A name taken out of the view of some agents. */
export interface HiddenTool {
  readonly name: string
  readonly when: (scope: ToolScope) => boolean
}

/** All that decides what an agent sees, in order of registration. */
export interface ToolTable {
  readonly registered: ReadonlySet<RegisteredTool>
  readonly hidden: ReadonlySet<HiddenTool>
}

/** What one agent sees: by name, one registration each. One with `when` goes before one without; else the first counts. */
export function viewFor(scope: ToolScope, table: ToolTable): ReadonlyMap<string, RegisteredTool> {
  const view = new Map<string, RegisteredTool>()
  for (const entry of table.registered) {
    if (entry.when !== undefined && !entry.when(scope)) continue
    const earlier = view.get(entry.tool.name)
    if (earlier === undefined || (earlier.when === undefined && entry.when !== undefined))
      view.set(entry.tool.name, entry)
  }
  for (const { name, when } of table.hidden) {
    if (view.has(name) && when(scope)) view.delete(name)
  }
  return view
}

/** The view as the model is told of it, by name in code units. */
export function schemasOf(view: ReadonlyMap<string, RegisteredTool>): readonly ToolSchema[] {
  const schemas = Array.from(view.values(), (entry) => entry.schema)
  return Object.freeze(schemas.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
}
