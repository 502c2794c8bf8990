import { quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when a path led elsewhere after the read than before it. */
export function wasReplaced(path: string): string {
  return `${quote(path, 300)} was replaced while it was read, so nothing of it is shown. Call read again.`
}
