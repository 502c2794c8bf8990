import { isAbsolute, normalize, parse, sep } from 'node:path'
import type { SkillRegistryLookupOptions } from './skill-registry.ts'

/** The options of one lookup, checked; options themselves, which read as the same again. */
export interface Lookup {
  /** Normalised; the key of everything that is remembered or shared. */
  readonly cwd: string | undefined
  readonly signal: AbortSignal | undefined
  readonly refresh: boolean
}

/** Checks what a caller gives. The process's own working folder plays no part. Throws TypeError. */
export function readLookup({ cwd, signal, refresh }: SkillRegistryLookupOptions = {}): Lookup {
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw new TypeError('signal must be an AbortSignal')
  }
  return { cwd: cwd === undefined ? undefined : normaliseFolder(cwd), signal, refresh: refresh === true }
}

function normaliseFolder(cwd: string): string {
  if (typeof cwd !== 'string' || !isAbsolute(cwd) || cwd.includes('\0')) {
    throw new TypeError('cwd must be the absolute path of a folder; leave it out when there is no project')
  }
  const path = normalize(cwd)
  return path.endsWith(sep) && path !== parse(path).root ? path.slice(0, -1) : path
}
