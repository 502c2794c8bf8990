import type { Context, Plugin } from '@deepseek-ai/cordis'
import * as agent from '@deepseek-ai/dsh-agent'
import * as fs from '@deepseek-ai/dsh-fs'
import * as llm from '@deepseek-ai/dsh-llm'
import * as offline from '@deepseek-ai/dsh-llm-offline'
import * as openaiCompatible from '@deepseek-ai/dsh-llm-openai-compatible'
import * as session from '@deepseek-ai/dsh-session'
import * as toolBash from '@deepseek-ai/dsh-tool-bash'
import * as toolFs from '@deepseek-ai/dsh-tool-fs'
import * as toolSkill from '@deepseek-ai/dsh-tool-skill'
import * as tools from '@deepseek-ai/dsh-tools'
import { z } from 'zod'
import { Config } from './config.ts'
import * as skillSources from './skills.ts'

export const name = 'agent-spine-demo'

/**
 * Mounts all that hosts share. Resolves when every part is active; rejects with the error of the first part that is not,
 * e.g. for a setting out of its bounds. Disposing this plugin takes every part down.
 */
export async function apply(ctx: Context, config?: Config): Promise<void> {
  const { skills, sessions, agent: agents, bash, endpoint } = Config.parse(config)
  const parts: readonly (readonly [Plugin.Object, unknown])[] = [
    [fs, {}],
    [llm, {}],
    [openaiCompatible, endpoint ?? {}],
    [offline, {}],
    [session, sessions ?? {}],
    [tools, {}],
    [agent, withAccess(agents, skills.local)],
    [toolFs, {}],
    [toolBash, bash ?? {}],
    [skillSources, { registry: skills.registry, local: skills.local }],
    [toolSkill, skills.tool ?? {}],
  ]
  const fibers = parts.map(([plugin, partConfig]) => ctx.plugin(plugin, partConfig))
  for (const fiber of fibers) await fiber
}

/** Settings of the agent; the folder that the local provider takes for DSH_HOME is closed unless they name one. */
function withAccess(agents: unknown, local: unknown): unknown {
  const dshHome = z.looseObject({ dshHome: z.string() }).safeParse(local).data?.dshHome
  const settings = z.looseObject({ access: z.looseObject({}).prefault({}) }).safeParse(agents ?? {})
  if (dshHome === undefined || !settings.success) return agents ?? {}
  return { ...settings.data, access: { dshHome, ...settings.data.access } }
}
