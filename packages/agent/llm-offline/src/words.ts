/** What a word of a request is worth as evidence that a skill is meant. */
export type Weight = 0 | 0.5 | 1

/** Word lists, see `loadWordLists`. */
export interface WordLists {
  /** Folded words without meaning of their own: "the", "und", "的". */
  readonly stop: ReadonlySet<string>
  /** Terms that only say that something is asked for. */
  readonly request: ReadonlySet<string>
  /** Terms of everyday talk: one alone is no evidence, two are. */
  readonly everyday: ReadonlySet<string>
}

// A fixed locale, so that the words of a text do not depend on the machine. Dictionaries for Chinese, Japanese and Thai
// are part of each.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
const NO_LETTER = /[^\p{L}\p{M}\p{N}]+/u
const HAN = /^\p{Script=Han}+$/u

/** One spelling for what a reader takes as the same word: case, width, `é` and `e`, `ß` and `ss`, `ü` and `ue`. */
export function fold(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
  return plain
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/([aou])e(?=[a-z]{2})/g, '$1')
}

/** The words of a text in any language, folded, in order, repeats included; an empty one stands where a sign parts two words. */
function wordsOf(text: string): readonly string[] {
  // Plain ASCII needs no dictionary, and the segmenter is slow.
  // oxlint-disable-next-line no-control-regex -- the range is what ASCII means
  const isAscii = /^[\0-\x7F]*$/.test(text)
  const segments = isAscii ? [text] : Array.from(segmenter.segment(text), ({ segment }) => segment)
  return segments.flatMap((segment) => segment.split(NO_LETTER)).map(fold)
}

/**
 * The terms of a text that can tell one task from another, in order.
 *
 * Words without meaning are gone and inflection is cut. A Chinese word that no dictionary knows comes out of the
 * segmenter as single characters: neighbours are joined in pairs, so that an invented name is found again.
 */
export function termsOf(text: string, lists: WordLists): readonly string[] {
  const words = wordsOf(text).map((word) => (isEmptyWord(word, lists) ? '' : word))
  return words.flatMap((word, index) => {
    if (word === '') return []
    if (!isSingleHan(word)) return [cutInflection(word)]
    const [before = '', after = ''] = [words[index - 1], words[index + 1]]
    if (isSingleHan(after)) return [word + after]
    return isSingleHan(before) ? [] : [word]
  })
}

/** How much a term counts. A lone Chinese character means too many things to count in full. */
export function weightOf(term: string, lists: WordLists): Weight {
  return lists.everyday.has(term) || isSingleHan(term) ? 0.5 : 1
}

function isSingleHan(word: string): boolean {
  return HAN.test(word) && Array.from(word).length === 1
}

function isEmptyWord(word: string, lists: WordLists): boolean {
  if (word === '' || /^\p{N}+$/u.test(word)) return true
  if (lists.stop.has(word) || lists.request.has(cutInflection(word))) return true
  if (!HAN.test(word)) return word.length === 1 && /\p{Script=Latin}/u.test(word)
  return Array.from(word).every((character) => lists.stop.has(character) || lists.request.has(character))
}

const ENDINGS = ['ungen', 'ments', 'ings', 'ung', 'ment', 'ing', 'ers', 'er', 'en', 'em', 'ed', 'es', 'e', 's']

/** Longer ones are no words of a language. In UTF-16 units. */
const WORD_MAX_LENGTH = 64

/**
 * Cuts English and German endings until none is left: crude, but the same on both sides, which is all that matching
 * needs. Four letters stay, three before a plural `s`.
 */
export function cutInflection(word: string): string {
  if (word.length > WORD_MAX_LENGTH || !/^\p{Script=Latin}+$/u.test(word)) return word
  if (word.endsWith('ies') && word.length > 6) return `${word.slice(0, -3)}y`
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= (end === 's' ? 3 : 4))
  if (ending === undefined || word.endsWith('ss')) return word
  return cutInflection(word.slice(0, -ending.length))
}
