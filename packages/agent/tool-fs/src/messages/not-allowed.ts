import { quote } from '@deepseek-ai/dsh-tools'

/** What the model reads when nobody allowed a read outside the folders that are open to it. */
export function notAllowed(path: string): string {
  return `Reading ${quote(path, 300)} was not allowed: it lies outside the working directory and the folders of loaded skills. Do not try to get at it in another way. Go on without it, or tell the user what you need it for.`
}
