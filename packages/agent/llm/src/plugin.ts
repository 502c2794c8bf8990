import type { Context } from '@deepseek-ai/cordis'
import { z } from 'zod'
import { ModelRegistry } from './model-registry.ts'
import type { ModelService } from './model-service.ts'

// Beside `apply`, whose types keep the import of cordis in the declarations: the compiler has to meet cordis first.
declare module '@deepseek-ai/cordis' {
  interface Context {
    llm: ModelService
  }
}

export const name = 'llm'

export const inject: string[] = []

/** There is nothing to set. */
export const Config = z.strictObject({}).prefault({})

export type Config = z.output<typeof Config>

/** Provides `ctx.llm`. */
export function apply(ctx: Context): void {
  new ModelRegistry(ctx)
}
