import { quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when a path leads to a fifo, a socket or a device. */
export function isNoRegularFile(path: string): string {
  return `${quote(path, 300)} is no regular file, so there is no text to read in it.`
}
