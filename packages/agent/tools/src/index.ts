import type { Context } from '@deepseek-ai/cordis'
import { z } from 'zod'
import { ToolRegistry } from './registry.ts'

export { excerpt, quote, visible } from './quote.ts'
export type {
  PermissionRequest,
  Tool,
  ToolContext,
  ToolKind,
  ToolRegistration,
  ToolResult,
  ToolScope,
  ToolService,
} from './tool.ts'

export const name = 'tools'

export const Config = z.strictObject({}).prefault({})

/** Provides `ctx.tools`. */
export function apply(ctx: Context): void {
  new ToolRegistry(ctx)
}
