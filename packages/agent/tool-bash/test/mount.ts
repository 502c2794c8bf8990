import { Context } from '@deepseek-ai/cordis'
import * as toolBash from '@deepseek-ai/dsh-tool-bash'
import * as tools from '@deepseek-ai/dsh-tools'
import { onTestFinished } from 'vitest'

export interface Mounted {
  readonly ctx: Context
  /** Takes the plugin away again. */
  readonly unmount: () => Promise<void>
}

/** The plugin over the real registry of tools. */
export async function mount(config?: toolBash.Config): Promise<Mounted> {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(tools)
  const fiber = await ctx.plugin(toolBash, config)
  return { ctx, unmount: () => fiber.dispose() }
}
