import type { Context, Plugin } from '@deepseek-ai/cordis'
import * as registry from '@deepseek-ai/dsh-skill'
import { z } from 'zod'

export const name = 'agent-spine-demo-skills'

/** Handed on unread, as in the bundle. */
export const Config = z.strictObject({ registry: z.unknown(), local: z.unknown() }).partial().prefault({})

export type Config = z.input<typeof Config>

/** Every provider of skills with its settings, one entry per package. */
function providers(settings: z.output<typeof Config>): readonly (readonly [Promise<Plugin.Object>, unknown])[] {
  return [
    // A new provider is one more line here.
    [import('@deepseek-ai/dsh-skill-local'), settings.local ?? {}],
  ]
}

/**
 * Mounts the registry and every provider of skills, and no agent: what the bundle has of skills, for commands that only
 * look at them. Resolves and rejects as the bundle does.
 */
export async function apply(ctx: Context, config?: Config): Promise<void> {
  const settings = Config.parse(config)
  const fibers = [ctx.plugin(registry, settings.registry ?? {})]
  for (const [plugin, branch] of providers(settings)) fibers.push(ctx.plugin(await plugin, branch))
  for (const fiber of fibers) await fiber
}
