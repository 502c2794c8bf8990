import { Service, type Context } from '@deepseek-ai/cordis'
import { z } from 'zod'
import type { SkillDefinition, SkillProvider, SkillRegistration, SkillSummary } from './provider.ts'
import { createRegistry, type StandaloneRegistry } from './registry.ts'
import type { SkillInspection, SkillRegistry, SkillRegistryLookupOptions } from './skill-registry.ts'

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
  // A logger of their own: a host that tells problems itself switches it off.
  const problems = ctx.logger('skill-problem')
  const registry = createRegistry({
    collectCacheMaxEntries,
    warn: (message, problem) => {
      const logger = problem === undefined ? ctx.logger : problems
      // The logger formats its first argument: a per cent sign in a foreign text is no placeholder.
      logger.warn(message.replaceAll('%', '%%'))
    },
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
