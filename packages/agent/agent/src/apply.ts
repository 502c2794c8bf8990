import type { Context } from '@deepseek-ai/cordis'
import { Agents } from './agents.ts'
import { Config } from './config.ts'

/** Provides `ctx.agents`. */
export function apply(ctx: Context, config: Config = {}): void {
  new Agents(ctx, Config.parse(config))
}
