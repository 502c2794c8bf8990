import { Context } from '@deepseek-ai/cordis'
import * as skills from '@deepseek-ai/dsh-agent-spine-demo/skills'
import type { CommandIo } from './command-io.ts'
import { exportLog } from './log-exporter.ts'
import type { Mounted } from './mount-agent.ts'
import { loadSettings, type Settings } from './settings/load.ts'
import { visibleLine } from './visible-text.ts'

/** A context with the skills alone, as `dsh run` would find them: no session, no model, nothing else to load. */
export async function mountSkills(
  io: Pick<CommandIo, 'env' | 'home' | 'stderr'>,
): Promise<Mounted & { readonly settings: Settings }> {
  const settings = loadSettings(io)
  const ctx = new Context()
  const onLog = (line: string): void => void io.stderr.write(`${line}\n`)
  exportLog(ctx, onLog)
  for (const warning of settings.warnings) onLog(visibleLine(warning))
  const { registry, local } = settings.skills
  await ctx.plugin(skills, { registry, local })
  return { ctx, dispose: () => ctx.fiber.dispose(), settings }
}
