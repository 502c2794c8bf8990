import type { Context } from '@deepseek-ai/cordis'
import * as registry from '@deepseek-ai/dsh-skill'
import * as local from '@deepseek-ai/dsh-skill-local'
import { z } from 'zod'

export const name = 'agent-spine-demo-skills'

/** Handed on unread, as in the bundle. */
export const Config = z.strictObject({ registry: z.unknown(), local: z.unknown() }).partial().prefault({})

export type Config = z.input<typeof Config>

/**
 * Mounts the registry and every provider of skills, and no agent: what the bundle has of skills, for commands that only
 * look at them. A new provider is one more line here. Resolves and rejects as the bundle does.
 */
export async function apply(ctx: Context, config?: Config): Promise<void> {
  const settings = Config.parse(config)
  const fibers = [ctx.plugin(registry, settings.registry ?? {}), ctx.plugin(local, settings.local ?? {})]
  for (const fiber of fibers) await fiber
}
