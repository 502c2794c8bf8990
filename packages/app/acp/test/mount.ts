import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import * as bundle from '@deepseek-ai/dsh-agent-spine-demo'
import type { ModelAdapter } from '@deepseek-ai/dsh-llm'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { onTestFinished } from 'vitest'

/** A context with all that hosts share, over folders of its own; gone when the test ends. */
export async function mount(
  model: ModelAdapter,
  options: { readonly home?: string; readonly agent?: object } = {},
): Promise<Context> {
  const { home = temporaryFolder(), agent = {} } = options
  const ctx = new Context()
  await ctx.plugin(bundle, {
    skills: { local: { dshHome: join(home, '.dsh'), agentsHome: join(home, '.agents'), tolerance: 'repair' } },
    sessions: { directory: join(home, '.dsh/sessions') },
    agent,
  })
  ctx.llm.register(model)
  onTestFinished(() => ctx.fiber.dispose())
  return ctx
}
