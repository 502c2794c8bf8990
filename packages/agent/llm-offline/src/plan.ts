import { join } from 'node:path'
import type { CatalogEntry } from './catalog.ts'
import type { OfflineRequest } from './read-request.ts'
import { referencedFiles } from './references.ts'

/** What the responder does next. */
export type Step =
  | { readonly kind: 'choose'; readonly catalog: readonly CatalogEntry[] }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'answer' }

/** Enough to show that a skill's files work. */
const READS_MAX = 3

/**
 * The next step of this turn. Each turn ends: it asks for a skill at most once, for each file at most once and for
 * `READS_MAX` files in all, and for no file after one that could not be read.
 */
export function planStep(request: OfflineRequest): Step {
  const { tools, catalog, loaded, attempts } = request
  if (!tools.has('skill')) return { kind: 'answer' }
  if (loaded === undefined) {
    const isFirst = attempts.every((attempt) => attempt.tool !== 'skill')
    return isFirst && catalog !== undefined ? { kind: 'choose', catalog } : { kind: 'answer' }
  }
  const reads = attempts.filter((attempt) => attempt.tool === 'read')
  const { base } = loaded
  if (base === undefined || !tools.has('read') || reads.some((read) => read.isError)) return { kind: 'answer' }
  const path = referencedFiles(loaded.instructions)
    .slice(0, READS_MAX)
    .map((file) => join(base, file))
    .find((file) => reads.every((read) => read.target !== file))
  return path === undefined || reads.length >= READS_MAX ? { kind: 'answer' } : { kind: 'read', path }
}
