import { quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when a file is too large. */
export function isTooLarge(path: string, maxBytes: number): string {
  return `${quote(path, 300)} is too large: read takes files of up to ${maxBytes} bytes. If you can run commands, use one that prints only the part you need.`
}
