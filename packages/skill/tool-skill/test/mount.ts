import { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { SessionEventBody } from '@deepseek-ai/dsh-session'
import * as skill from '@deepseek-ai/dsh-skill'
import { createMemoryProvider, type MemoryProvider, type MemorySkill } from '@deepseek-ai/dsh-skill/testing'
import * as toolSkill from '@deepseek-ai/dsh-tool-skill'
import * as tools from '@deepseek-ai/dsh-tools'
import { onTestFinished } from 'vitest'

export interface Mounted {
  readonly ctx: Context
  readonly provider: MemoryProvider
  /** Takes the plugin away again. */
  readonly unmount: () => Promise<void>
}

/** The plugin over the real registries, with skills in memory and no agent service but a placeholder. */
export async function mount(
  skills: readonly MemorySkill[] = [],
  config?: Parameters<typeof toolSkill.apply>[1],
): Promise<Mounted> {
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  await ctx.plugin(skill)
  await ctx.plugin(tools)
  ctx.provide('agents', { create: () => ({}), list: () => [] })
  const provider = createMemoryProvider({ skills })
  ctx.skills.registerProvider(provider)
  const fiber = await ctx.plugin(toolSkill, config)
  return { ctx, provider, unmount: () => fiber.dispose() }
}

/** As much of an agent as a prefix listener may look at, with what was appended to its session. */
export function fakeAgent(id = 'agent-1', cwd = '/work'): { agent: Agent; appended: readonly SessionEventBody[] } {
  const appended: SessionEventBody[] = []
  const session = { id: 'session-1', cwd, append: (body: SessionEventBody) => void appended.push(body) }
  const agent = {
    id,
    session,
    scope: { agentId: id, sessionId: session.id, cwd, home: '/home/ann' },
  } as unknown as Agent
  return { agent, appended }
}
