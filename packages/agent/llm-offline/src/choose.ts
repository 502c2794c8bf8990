import type MiniSearch from 'minisearch'

/** One skill as the session catalog shows it. */
export interface CatalogEntry {
  readonly name: string
  /** Empty where the catalog was shortened to names. */
  readonly description: string
}

/** What the choice needs: the search engine, and the words without a meaning of their own in any language, folded. */
export interface Matcher {
  readonly MiniSearch: typeof MiniSearch
  readonly stopWords: ReadonlySet<string>
}

let matcher: Promise<Matcher> | undefined

/** Loads both at the first call: a host that talks to a model never pays for them. */
export function loadMatcher(): Promise<Matcher> {
  matcher ??= Promise.all([
    import('minisearch'),
    import('stopwords-iso/stopwords-iso.json', { with: { type: 'json' } }),
  ]).then(([{ default: engine }, { default: lists }]) => ({
    MiniSearch: engine,
    stopWords: new Set(Object.values(lists).flat().map(fold)),
  }))
  return matcher
}

/** Longer requests are read from their beginning. In UTF-16 units. */
const REQUEST_MAX_LENGTH = 8_000

/**
 * The skill that a request asks for, or `undefined`: most of what people say asks for none.
 *
 * A skill called by its name wins. Otherwise it must share two telling words and a quarter of them all; one word is enough
 * when nothing else is asked, or when it stands in the skill's name and is half of what is asked. Among those that fit, the
 * search engine's order decides, then the catalog's.
 */
export function chooseSkill(
  request: string,
  catalog: readonly CatalogEntry[],
  { MiniSearch, stopWords }: Matcher,
): CatalogEntry | undefined {
  const asked = request.slice(0, REQUEST_MAX_LENGTH)
  const called = calledByName(asked, catalog)
  if (called !== undefined) return called
  const isTelling = (word: string): boolean => !stopWords.has(word) && !/^(?:\p{N}+|[a-z])$/u.test(word)
  const isOfTask = (term: string): boolean => !REQUEST_TERMS.has(term)
  const termsOf = (text: string): string[] => wordsOf(text).filter(isTelling).map(stem).filter(isOfTask)
  const query = new Set(termsOf(asked))
  const engine = new MiniSearch<CatalogEntry & { readonly id: number }>({
    fields: ['name', 'description'],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { boost: { name: 2 }, tokenize: () => [...query] },
  })
  engine.addAll(catalog.map((entry, id) => ({ id, ...entry })))
  const [best] = engine
    .search(asked)
    .filter(({ terms, match }) => {
      const isNamed = Object.values(match).some((fields) => fields.includes('name'))
      const share = terms.length > 1 ? 0.25 : isNamed ? 0.5 : 1
      return terms.length >= share * query.size
    })
    .toSorted((a, b) => b.score - a.score || Number(a.id) - Number(b.id))
  return best && catalog[Number(best.id)]
}

const NAME = /[a-z0-9]+(?:-[a-z0-9]+)*/g
const PART_OF_A_WORD = /[\p{Script=Latin}\p{N}_/-]/u
const QUOTE = /["'`“”„«»「」]/
const SKILL_BEFORE = /(?:skill|技能)[\s:：]*$/i
const SKILL_AFTER = /^[\s-]*(?:skill|技能)/i
const USE_BEFORE = /(?:\bthe|\buse|\brun|\bload|\bden|\bdas|\bnutze|用|运行)\s*$/i

/** The first skill called by its name: one of several parts as it stands, one that is a word quoted or called a skill. */
function calledByName(request: string, catalog: readonly CatalogEntry[]): CatalogEntry | undefined {
  const byName = new Map(catalog.map((entry) => [entry.name, entry]))
  const text = request.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const entry = byName.get(name)
    if (entry === undefined) continue
    const [before, after] = [text.slice(0, index).slice(-20), text.slice(index + name.length).slice(0, 20)]
    if (PART_OF_A_WORD.test(before.slice(-1)) || PART_OF_A_WORD.test(after.slice(0, 1)) || /^\.\w/.test(after)) continue
    const isQuoted = QUOTE.test(before.slice(-1)) && QUOTE.test(after.slice(0, 1))
    const isCalledSkill = SKILL_BEFORE.test(before) || (USE_BEFORE.test(before) && SKILL_AFTER.test(after))
    if (name.includes('-') || isQuoted || isCalledSkill) return entry
  }
  return undefined
}

// A fixed locale, so that words do not depend on the machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** One spelling for case, width and marks; `ue` is `ü`. */
function fold(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC')
  return plain.toLowerCase().replaceAll(/([aou])e(?=[a-z]{2})/g, '$1')
}

/** The words of a text in any language, folded. */
function wordsOf(text: string): string[] {
  const segments = Array.from(segmenter.segment(fold(text)), ({ segment }) => segment)
  return segments.flatMap((segment) => segment.split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '')
}

/** Longer ones are not words of a language. In UTF-16 units. */
const WORD_MAX_LENGTH = 64
const ENDING = /(?<=\p{L}{4})(?:ungen|ings?|ung|ments?|ers?|e[nmds]?)$/u

/** Cuts English and German endings, in skills and requests alike. */
function stem(word: string): string {
  return word.length > WORD_MAX_LENGTH ? word : word.replace(/s$/, '').replace(ENDING, '')
}

/** Words that say that something is asked for, and nothing of what. */
const REQUEST_TERMS: ReadonlySet<string> = new Set(
  [
    'please write create make explain use user file project new',
    'bitte schreiben erstellen erklären verwenden möchte benutzer neue datei dateien projekt',
    '写 编写 创建 修改 使用 用户 文件 项目 新 帮助 需要 技能',
  ].flatMap((words) => words.split(' ').map((word) => stem(fold(word)))),
)
