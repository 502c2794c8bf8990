import { Service, type Context } from '@deepseek-ai/cordis'
import { z } from 'zod'
import { createRegistry, type StandaloneRegistry } from './create-registry.ts'
import type { SkillInspection } from './inspection.ts'
import type { SkillProvider } from './provider.ts'
import type { SkillRegistry } from './registry.ts'
import type { SkillDefinition, SkillRegistration, SkillRegistryLookupOptions, SkillSummary } from './shapes.ts'

// Beside `apply`, whose types keep the import of cordis in the declarations: the compiler has to meet cordis first.
declare module '@deepseek-ai/cordis' {
  interface Context {
    skills: SkillRegistry
  }
}

export const name = 'skill'

export const Config = z
  .strictObject({
    collectCacheMaxEntries: z
      .int({ error: 'collectCacheMaxEntries must be a whole number' })
      .min(1, { error: 'collectCacheMaxEntries must be at least 1' })
      .default(128)
      .describe('how many folders have their skills remembered'),
  })
  .prefault({})

export type Config = z.input<typeof Config>

/** Provides `ctx.skills`. What a plugin registers there belongs to that plugin and leaves with it. */
export function apply(ctx: Context, config?: Config): void {
  const { collectCacheMaxEntries } = Config.parse(config)
  const registry = createRegistry({
    collectCacheMaxEntries,
    // The logger formats its first argument: a per cent sign in a foreign text is no placeholder.
    warn: (message) => ctx.logger.warn(message.replaceAll('%', '%%')),
  })
  ctx.effect(() => () => registry.close(), 'skill registry')
  new SkillService(ctx, registry)
}

class SkillService extends Service implements SkillRegistry {
  private readonly registry: StandaloneRegistry

  constructor(ctx: Context, registry: StandaloneRegistry) {
    super(ctx, 'skills')
    this.registry = registry
  }

  // Cordis hands the service out as a proxy whose `ctx` is that of the calling plugin.
  registerProvider(provider: SkillProvider): () => void {
    const undo = this.ctx.effect(() => this.registry.registerProvider(provider), 'ctx.skills.registerProvider()')
    return () => void undo()
  }

  register(skill: SkillRegistration): () => void {
    const undo = this.ctx.effect(() => this.registry.register(skill), 'ctx.skills.register()')
    return () => void undo()
  }

  list(options?: SkillRegistryLookupOptions): Promise<readonly SkillSummary[]> {
    return this.registry.list(options)
  }

  get(skill: string, options?: SkillRegistryLookupOptions): Promise<SkillDefinition | undefined> {
    return this.registry.get(skill, options)
  }

  inspect(options?: SkillRegistryLookupOptions): Promise<SkillInspection> {
    return this.registry.inspect(options)
  }
}
