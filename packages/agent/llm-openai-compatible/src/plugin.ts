import type { Context } from '@deepseek-ai/cordis'
import { createAdapter } from './adapter.ts'
import { Config } from './config.ts'

export const name = 'llm-openai-compatible'

export const inject = ['llm']

/** Registers the adapter `openai-compatible`. Unloading ends its calls and closes its connections. */
export function apply(ctx: Context, config?: Config): void {
  const adapter = createAdapter(Config.parse(config))
  ctx.effect(() => () => adapter.close())
  ctx.llm.register(adapter)
}
