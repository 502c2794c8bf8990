import { Context } from '@deepseek-ai/cordis'
import * as skill from '@deepseek-ai/dsh-skill'
import * as skillLocal from '@deepseek-ai/dsh-skill-local'
import type { CommandIo } from './command-io.ts'
import { exportLog } from './log-exporter.ts'
import type { Mounted } from './mount-agent.ts'
import { loadSettings, type Settings } from './settings/load.ts'

/** A context with the skills alone, as `dsh run` would find them: no session, no model, nothing else to load. */
export async function mountSkills(io: Pick<CommandIo, 'env' | 'home' | 'stderr'>): Promise<Mounted & { readonly settings: Settings }> {
  const settings = loadSettings(io)
  const ctx = new Context()
  exportLog(ctx, (line) => io.stderr.write(`${line}\n`))
  await ctx.plugin(skill, settings.skills.registry)
  await ctx.plugin(skillLocal, settings.skills.local)
  return { ctx, dispose: () => ctx.fiber.dispose(), settings }
}
