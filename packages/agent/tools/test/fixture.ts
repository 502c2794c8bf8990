import { Context } from '@deepseek-ai/cordis'
import * as tools from '@deepseek-ai/dsh-tools'
import type { Tool, ToolScope } from '@deepseek-ai/dsh-tools'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

export const scope: ToolScope = { agentId: 'agent-1', sessionId: 'session-1', cwd: '/work', home: '/home/ann' }

/** A root context with `ctx.tools`, disposed when the test ends. */
export async function mountTools(): Promise<Context> {
  const ctx = new Context()
  await ctx.plugin(tools)
  onTestFinished(() => ctx.fiber.dispose())
  return ctx
}

/** A tool that answers with the text it was given. */
export function echoTool(overrides: Partial<Tool> = {}): Tool {
  return {
    name: 'echo',
    description: 'Says the text again.',
    kind: 'other',
    input: z.strictObject({ text: z.string() }),
    title: () => 'Echo',
    execute: async (input) => ({ content: (input as { text: string }).text }),
    ...overrides,
  }
}
