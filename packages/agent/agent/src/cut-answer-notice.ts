import type { SessionEventBody } from '@deepseek-ai/dsh-session'

const MESSAGES = {
  length: 'The model reached its output limit: the answer ends early.',
  'content-filter': 'The endpoint withheld a part of the answer (content filter).',
} as const

/** What the user should know of an answer that ends before its end. */
export function cutAnswerNotice(cut: keyof typeof MESSAGES): SessionEventBody {
  return { type: 'notice', code: `answer-${cut}`, message: MESSAGES[cut] }
}
