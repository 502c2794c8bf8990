import type { FinishReason } from '@deepseek-ai/dsh-llm'

const MAX_WORD_LENGTH = 100

/** What endpoints say of an answer that came to its own end, or to a limit. All other words are of answers given up. */
const REASONS: Readonly<Record<Exclude<FinishReason, 'other'>, readonly string[]>> = {
  stop: [
    'stop',
    'stop_sequence',
    'end_turn',
    'eos',
    'eos_token',
    'complete',
    'completed',
    'done',
    'finish',
    'finished',
  ],
  'tool-calls': ['tool_calls', 'tool_call', 'tool_use', 'function_call', 'function_calls'],
  length: ['length', 'max_tokens', 'max_output_tokens', 'model_length', 'max_length', 'token_limit'],
  'content-filter': ['content_filter', 'content_filtered', 'safety', 'sensitive', 'refusal', 'blocked', 'guardrail'],
}

/** The reason behind an endpoint's word; without a word, `[DONE]` was the end. */
export function finishOf(
  word: string | undefined,
  hasCalls: boolean,
): { readonly reason: FinishReason; readonly word?: string } {
  const ends = hasCalls ? 'tool-calls' : 'stop'
  if (word === undefined) return { reason: ends }
  const plain = word.trim().toLowerCase().replaceAll('-', '_')
  for (const [reason, words] of Object.entries(REASONS) as [FinishReason, readonly string[]][]) {
    // Some endpoints that call tools say stop, and some that call none say tool_calls.
    if (words.includes(plain)) return { reason: reason === 'stop' || reason === 'tool-calls' ? ends : reason }
  }
  return { reason: 'other', word: word.slice(0, MAX_WORD_LENGTH).toWellFormed() }
}

/** Whether a word is of an answer that came to its own end. */
export function isWhole(word: string): boolean {
  return finishOf(word, false).reason === 'stop'
}
