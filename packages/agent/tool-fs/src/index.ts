import type { Context } from '@deepseek-ai/cordis'
import { z } from 'zod'
import { createReadTool } from './read-tool.ts'

export const name = 'tool-fs'

export const inject = ['tools', 'fs']

/** No settings. */
export const Config = z.strictObject({}).prefault({})

/** Registers the `read` tool. */
export function apply(ctx: Context): void {
  ctx.tools.register(createReadTool(ctx.fs))
}
