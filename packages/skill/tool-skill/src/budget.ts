import { cutDescription } from './description.ts'
import { type CatalogEntry, catalogLine } from './entries.ts'
import { type CatalogDetail, catalogMessage } from './messages.ts'
import { estimateLine, estimateTokens } from './tokens.ts'

export interface FittedCatalog {
  readonly entries: readonly CatalogEntry[]
  readonly detail: CatalogDetail
}

/** Below this many UTF-16 units a description says too little to be worth its tokens. */
const SHORTEST_DESCRIPTION = 20

/**
 * Fits a catalog to a budget in tokens, and leaves no name out. All descriptions get one common limit, the highest that
 * fits: so the longest are cut first. Where not even `SHORTEST_DESCRIPTION` fits, the names stand alone, whatever they cost.
 */
export function fitCatalog(entries: readonly CatalogEntry[], maxTokens: number): FittedCatalog {
  if (fits(entries, 'full', maxTokens)) return { entries, detail: 'full' }
  let low = SHORTEST_DESCRIPTION
  let high = entries.reduce((longest, entry) => Math.max(longest, entry.description.length), 0) - 1
  if (high < low || !fits(shorten(entries, low), 'shortened', maxTokens)) {
    return { entries: entries.map(({ name }) => ({ name, description: '' })), detail: 'names' }
  }
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(shorten(entries, middle), 'shortened', maxTokens)) low = middle
    else high = middle - 1
  }
  return { entries: Array.from(shorten(entries, low)), detail: 'shortened' }
}

function* shorten(entries: readonly CatalogEntry[], maxLength: number): Generator<CatalogEntry> {
  for (const { name, description } of entries) yield { name, description: cutDescription(description, maxLength) }
}

/** Stops at the first entry too many: an attempt costs no more than the budget. */
function fits(entries: Iterable<CatalogEntry>, detail: CatalogDetail, maxTokens: number): boolean {
  let tokens = estimateTokens(catalogMessage([], detail))
  for (const entry of entries) {
    tokens += estimateLine(catalogLine(entry))
    if (tokens > maxTokens) return false
  }
  return tokens <= maxTokens
}
