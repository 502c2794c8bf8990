import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCode } from './session-error.ts'

/**
 * Makes the folder at `path`, and those above it, for this user alone; one that is there stays as it is.
 *
 * Unlike the recursive `mkdirSync` it throws what the system says: that one makes ENOENT of a file system that is read-only.
 */
export function makeFolder(path: string): void {
  const missing = tryMake(path)
  if (missing === undefined) return
  if (dirname(path) === path) throw missing
  makeFolder(dirname(path))
  const still = tryMake(path)
  if (still !== undefined) throw still
}

/** The error, when that is a missing folder above; another process may make the same folder meanwhile. */
function tryMake(path: string): unknown {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') return error
    if (code !== 'EEXIST' || !isFolder(path)) throw error
  }
  return undefined
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
