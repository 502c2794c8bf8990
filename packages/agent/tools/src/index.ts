import type { Context } from '@deepseek-ai/cordis'
import { z } from 'zod'
import { ToolRegistry } from './registry.ts'
import type { ToolService } from './tool.ts'

export { abortable } from './abortable.ts'
export { type AccessContext, type AccessRules, isOpen, type LinkFollower, placeOf, type SkillFolder } from './access.ts'
export { excerpt, quote, visible } from './quote.ts'
export type {
  LoadedSkill,
  PermissionRequest,
  Tool,
  ToolContext,
  ToolKind,
  ToolRegistration,
  ToolResult,
  ToolScope,
  ToolService,
} from './tool.ts'
// Beside `apply`, whose types keep the import of cordis in the declarations: the compiler has to meet cordis first.
declare module '@deepseek-ai/cordis' {
  interface Context {
    tools: ToolService
  }
}

export const name = 'tools'

export const Config = z.strictObject({}).prefault({})

/** Provides `ctx.tools`. */
export function apply(ctx: Context): void {
  new ToolRegistry(ctx)
}
