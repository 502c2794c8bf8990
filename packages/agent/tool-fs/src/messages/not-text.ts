import { quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when a file holds something other than text. `reason` is a clause, e.g. `it holds NUL characters`. */
export function isNotText(path: string, reason: string): string {
  return `${quote(path, 300)} is no text file: ${reason}. read shows text only.`
}
