import { quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when a path leads to a folder. */
export function isFolder(path: string): string {
  return `${quote(path, 300)} is a folder, and read shows files only. Name a file in it.`
}
