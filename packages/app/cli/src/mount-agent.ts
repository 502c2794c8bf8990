import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import * as bundle from '@deepseek-ai/dsh-agent-spine-demo'
import type { CommandIo } from './command-io.ts'
import { resolveHomes } from '@deepseek-ai/dsh-skill-local'
import { exportLog } from './log-exporter.ts'
import type { ModelChoice } from './model-choice.ts'

export interface Mounted {
  readonly ctx: Context
  readonly dispose: () => Promise<void>
}

/** A context with everything that a host needs, model endpoint included. Rejects when a setting is wrong. */
export async function mountAgent(io: CommandIo, choice: ModelChoice, onLog: (line: string) => void): Promise<Mounted> {
  const ctx = new Context()
  exportLog(ctx, onLog)
  const { dshHome, agentsHome } = resolveHomes({}, io)
  await ctx.plugin(bundle, {
    skills: { local: { dshHome, agentsHome, tolerance: 'repair' } },
    sessions: { directory: join(dshHome, 'sessions') },
    endpoint: choice.adapter === 'offline' ? {} : { baseUrl: choice.baseUrl, apiKey: choice.apiKey },
  })
  return { ctx, dispose: () => ctx.fiber.dispose() }
}
