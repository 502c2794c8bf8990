import type MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'
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

/** A skill's name says more than its description: what a whole name adds to the evidence, spread over its words. */
const NAME_EVIDENCE = 0.5

/**
 * The skill that the words ask for, or `undefined`: no match is the answer to most of what people say.
 *
 * A skill called by its name wins. Otherwise its name and description must share enough telling words with the
 * request; among those that do, the search engine's order decides, then the catalog's. Same input, same answer.
 */
export function chooseSkill(
  words: string,
  catalog: readonly CatalogEntry[],
  matcher: Matcher,
): CatalogEntry | undefined {
  const { lists } = matcher
  const asked = words.slice(0, WORDS_MAX_LENGTH)
  const called = calledByName(asked, catalog)
  if (called !== undefined) return called

  const query = [...new Set(termsOf(asked, lists))]
  const enough = Math.max(EVIDENCE_MIN, SHARE_MIN * query.reduce((sum, term) => sum + weightOf(term, lists), 0))
  const [best] = search(query, catalog, matcher)
    .filter(({ entry, match }) => evidenceOf(match, entry, lists) >= enough)
    .sort((a, b) => b.score - a.score || a.index - b.index)
  return best?.entry
}

/** An entry that shares a word with the request. */
interface Hit {
  readonly entry: CatalogEntry
  readonly index: number
  readonly score: number
  /** Shared terms, each with the fields that it stands in. */
  readonly match: SearchResult['match']
}

function search(
  query: readonly string[],
  catalog: readonly CatalogEntry[],
  { MiniSearch, lists }: Matcher,
): readonly Hit[] {
  const engine = new MiniSearch<CatalogEntry & { readonly id: number }>({
    fields: ['name', 'description'],
    tokenize: (text) => [...termsOf(text, lists)],
    processTerm: (term) => term,
    searchOptions: {
      boost: { name: 2 },
      boostTerm: (term) => weightOf(term, lists),
      tokenize: (text) => text.split(' '),
    },
  })
  engine.addAll(catalog.map((entry, id) => ({ id, ...entry })))
  return engine.search(query.join(' ')).flatMap(({ id, score, match }) => {
    const index = Number(id)
    const entry = catalog[index]
    return entry === undefined ? [] : [{ entry, index, score, match }]
  })
}

function evidenceOf(match: Hit['match'], { name }: CatalogEntry, lists: WordLists): number {
  const nameEvidence = NAME_EVIDENCE / new Set(termsOf(name, lists)).size
  return Object.entries(match).reduce((sum, [term, fields]) => {
    return sum + weightOf(term, lists) + (fields.includes('name') ? nameEvidence : 0)
  }, 0)
}
