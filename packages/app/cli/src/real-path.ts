import { realpathSync } from 'node:fs'

/** Where a path leads; the path itself where nothing is there, or it cannot be followed. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return path
    throw error
  }
}
