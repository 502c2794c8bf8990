import { Context } from '@deepseek-ai/cordis'
import * as skill from '@deepseek-ai/dsh-skill'
import * as skillLocal from '@deepseek-ai/dsh-skill-local'
import { resolveHomes } from '@deepseek-ai/dsh-skill-local'
import type { CommandIo } from './command-io.ts'
import { exportLog } from './log-exporter.ts'
import type { Mounted } from './mount-agent.ts'

/** A context with the skills alone, as `dsh run` would find them: no session, no model, nothing else to load. */
export async function mountSkills(io: CommandIo): Promise<Mounted> {
  const ctx = new Context()
  exportLog(ctx, (line) => io.stderr.write(`${line}\n`))
  const { dshHome, agentsHome } = resolveHomes({}, io)
  await ctx.plugin(skill, {})
  await ctx.plugin(skillLocal, { dshHome, agentsHome, tolerance: 'repair' })
  return { ctx, dispose: () => ctx.fiber.dispose() }
}
