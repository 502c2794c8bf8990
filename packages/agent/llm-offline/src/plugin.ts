import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-llm'
import { z } from 'zod'
import { offlineAdapter } from './offline-adapter.ts'

export const name = 'llm-offline'

export const inject = ['llm']

/** There is nothing to set. */
export const Config = z.strictObject({}).prefault({})

export type Config = z.output<typeof Config>

/** Registers the adapter `offline` at `ctx.llm`. */
export function apply(ctx: Context): void {
  ctx.llm.register(offlineAdapter)
}
