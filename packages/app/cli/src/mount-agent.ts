import { Context } from '@deepseek-ai/cordis'
import * as bundle from '@deepseek-ai/dsh-agent-spine-demo'
import { exportLog } from './log-exporter.ts'
import type { ModelChoice } from './model-choice.ts'
import type { Settings } from './settings/load.ts'

export interface Mounted {
  readonly ctx: Context
  readonly dispose: () => Promise<void>
}

/** A context with everything that a host needs, model endpoint included. Rejects when a setting is wrong. */
export async function mountAgent(
  { skills, sessions, agent, bash, endpoint, warnings }: Settings,
  choice: ModelChoice,
  onLog: (line: string) => void,
): Promise<Mounted> {
  const ctx = new Context()
  exportLog(ctx, onLog)
  for (const warning of warnings) onLog(warning)
  const { baseUrl, apiKey, headers } = choice.adapter === 'offline' ? {} : choice
  const mounted = ctx.plugin(bundle, {
    skills,
    sessions,
    agent,
    bash,
    endpoint: { ...endpoint, baseUrl, apiKey, headers },
  })
  await mounted
  return {
    ctx,
    async dispose() {
      await mounted.dispose() // First, so that what it logs at its end is told.
      await ctx.fiber.dispose()
    },
  }
}
