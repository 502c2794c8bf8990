import { lstatSync, statSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * What a path that was named stands for. A link that leads nowhere counts as a file, and so does anything that is called
 * SKILL.md: whoever reads it says what is wrong with it.
 */
export function pathKind(path: string): 'missing' | 'folder' | 'file' {
  if (isMissing(path)) return 'missing'
  return basename(path) !== 'SKILL.md' && isFolder(path) ? 'folder' : 'file'
}

function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error.code === 'ENOTDIR' // Else it cannot be told: whoever reads it says why.
    throw error
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // Links in a circle, say.
    throw error
  }
}
