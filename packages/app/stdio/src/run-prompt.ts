import type { Context } from '@deepseek-ai/cordis'
import type { TurnStatus } from '@deepseek-ai/dsh-session'
import { type ConversationOptions, converse } from './conversation.ts'

/** Runs one turn and shows it. Resolves to how it ended: `failed`, too, when nobody took the answer. */
export function runPrompt(ctx: Context, prompt: string, options: ConversationOptions): Promise<TurnStatus> {
  const { session, display, signal } = options
  return converse(ctx, options, async (agent) => {
    const result = await agent.prompt(prompt, { signal })
    display.result(result, session)
    const isTaken = (await display.flush(signal)) !== 'refused'
    return isTaken ? result.status : 'failed'
  })
}
