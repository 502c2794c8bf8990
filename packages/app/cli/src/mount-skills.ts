import { Context } from '@deepseek-ai/cordis'
import * as skills from '@deepseek-ai/dsh-agent-spine-demo/skills'
import type { CommandIo } from './command-io.ts'
import { exportLog } from './log-exporter.ts'
import type { Mounted } from './mount-agent.ts'
import { loadSettings, type Settings } from './settings/load.ts'

/** A context with the skills alone, as `dsh run` would find them: no session, no model, nothing else to load. */
export async function mountSkills(
  io: Pick<CommandIo, 'env' | 'home' | 'stderr'>,
): Promise<Mounted & { readonly settings: Settings }> {
  const settings = loadSettings(io)
  const ctx = new Context()
  exportLog(ctx, (line) => io.stderr.write(`${line}\n`))
  const { registry, local } = settings.skills
  await ctx.plugin(skills, { registry, local })
  return { ctx, dispose: () => ctx.fiber.dispose(), settings }
}
