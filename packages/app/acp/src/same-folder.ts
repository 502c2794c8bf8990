import { realpathSync } from 'node:fs'

/** Whether two absolute paths name one folder, be it by way of links. */
export function isSameFolder(first: string, second: string): boolean {
  return first === second || realPathOf(first) === realPathOf(second)
}

/** The path itself where nothing is there any more. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
