import type { Context } from '@deepseek-ai/cordis'
import type { TurnResult } from '@deepseek-ai/dsh-agent'
import type { TurnStatus } from '@deepseek-ai/dsh-session'
import { type ConversationOptions, converse } from './conversation.ts'
import { takeTurn } from './take-turn.ts'

export interface PromptOptions extends ConversationOptions {
  /** Text that goes along with the prompt, in a frame that sets it apart. */
  readonly piped?: string | undefined
}

/**
 * Runs one turn and shows it. Resolves to how it ended: `failed`, too, for a `/skill:` line that starts nothing, and when
 * nobody took the answer.
 */
export function runPrompt(ctx: Context, prompt: string, options: PromptOptions): Promise<TurnStatus> {
  const { session, display, signal, piped } = options
  return converse(ctx, options, async (agent) => {
    const taken = await takeTurn(ctx, agent, prompt, { piped, signal })
    const result: TurnResult =
      taken.kind === 'turn' ? taken.result : { status: 'failed', answer: '', error: taken.message }
    display.result(result, session)
    const isTaken = (await display.flush(signal)) !== 'refused'
    return isTaken ? result.status : 'failed'
  })
}
