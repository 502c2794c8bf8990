import type MiniSearch from 'minisearch'
import { calledByName } from './called-by-name.ts'
import type { CatalogEntry } from './catalog.ts'
import { loadWordLists } from './word-lists.ts'
import { termsOf, weightOf, type WordLists } from './words.ts'

/** What the choice needs. */
export interface Matcher {
  readonly MiniSearch: typeof MiniSearch
  readonly lists: WordLists
}

let matcher: Promise<Matcher> | undefined

/** Loads the search engine and the word lists at the first call: a host that talks to a model never pays for them. */
export function loadMatcher(): Promise<Matcher> {
  matcher ??= Promise.all([import('minisearch'), loadWordLists()]).then(([{ default: engine }, lists]) => ({
    MiniSearch: engine,
    lists,
  }))
  return matcher
}

/** The words of a longer request are taken from its beginning, in UTF-16 units. */
const WORDS_MAX_LENGTH = 8_000

/** Evidence that a skill is meant, in weights of `weightOf`: one telling word, or two of everyday talk. */
const EVIDENCE_MIN = 1

/** Share of the request's weight that the evidence must have, so that a long text does not match by chance. */
const SHARE_MIN = 0.2

/** A word of a skill's name says more than one of its description. */
const NAME_FACTOR = 1.5

/**
 * The skill that the words ask for, or `undefined`: no match is the answer to most of what people say.
 *
 * A skill called by its name wins. Otherwise its name and description must share enough telling words with the
 * request; among those that do, the search engine's order decides, then the catalog's. Same input, same answer.
 */
export function chooseSkill(
  words: string,
  catalog: readonly CatalogEntry[],
  { MiniSearch, lists }: Matcher,
): CatalogEntry | undefined {
  const asked = words.slice(0, WORDS_MAX_LENGTH)
  const called = calledByName(asked, catalog)
  if (called !== undefined) return called

  const query = [...new Set(termsOf(asked, lists))]
  if (query.length === 0) return undefined
  const search = new MiniSearch<CatalogEntry & { readonly id: number }>({
    fields: ['name', 'description'],
    tokenize: (text) => [...termsOf(text, lists)],
    processTerm: (term) => term,
    searchOptions: {
      boost: { name: 2 },
      boostTerm: (term) => weightOf(term, lists),
      tokenize: () => query,
    },
  })
  search.addAll(catalog.map((entry, id) => ({ id, ...entry })))

  const total = query.reduce((sum, term) => sum + weightOf(term, lists), 0)
  const [best] = search
    .search(asked)
    .filter(({ match }) => {
      const evidence = Object.entries(match).reduce((sum, [term, fields]) => {
        return sum + weightOf(term, lists) * (fields.includes('name') ? NAME_FACTOR : 1)
      }, 0)
      return evidence >= EVIDENCE_MIN && evidence >= SHARE_MIN * total
    })
    .sort((a, b) => b.score - a.score || Number(a.id) - Number(b.id))
  return best === undefined ? undefined : catalog[Number(best.id)]
}
