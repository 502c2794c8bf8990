import { Context } from '@deepseek-ai/cordis'
import * as toolBash from '@deepseek-ai/dsh-tool-bash'
import * as tools from '@deepseek-ai/dsh-tools'

const ctx = new Context()
await ctx.plugin(tools)
await ctx.plugin(toolBash)

/** Runs one command, allowed. */
export async function bash(command: string, cwd: string): Promise<string> {
  const context = {
    agentId: 'agent-1',
    sessionId: 'session-1',
    toolCallId: 'call-1',
    cwd,
    signal: new AbortController().signal,
    home: '/home/ann',
    requestPermission: () => Promise.resolve(true),
  }
  return (await ctx.tools.execute({ name: 'bash', arguments: JSON.stringify({ command }) }, context)).content
}

export async function dispose(): Promise<void> {
  await ctx.fiber.dispose()
}
