/** Printable ASCII and single blanks: nothing to do. Most descriptions are like that. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** Between two of these a grapheme always ends. */
const ASCII_PAIR = /^[ -~]{2}$/

/** What does not show. A line break is white space, not this; joiners and the emoji selector shape the text around them. */
const INVISIBLE = /(?![\t-\r\x85]|[\u200C\u200D]|\uFE0F)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** All white space that is not a single blank already. */
const WHITE_SPACE = /[\s\x85]{2,}|[^\S ]|\x85/g

const DOTS = '...'

let graphemes: Intl.Segmenter | undefined

/** One line: white space folded, control and default-ignorable characters removed, but U+200C, U+200D and U+FE0F. Well formed. */
export function normaliseDescription(description: string): string {
  const trimmed = description.trim()
  if (PLAIN.test(trimmed)) return trimmed
  return trimmed.replace(INVISIBLE, '').replace(WHITE_SPACE, ' ').trim()
}

/** At most `maxLength` UTF-16 units, three dots included; never cut inside a grapheme. `maxLength` is at least 3. */
export function cutDescription(description: string, maxLength: number): string {
  if (description.length <= maxLength) return description
  return description.slice(0, graphemeStart(description, maxLength - DOTS.length)).trimEnd() + DOTS
}

/** The last place at or before `index` where no grapheme is cut. */
function graphemeStart(text: string, index: number): number {
  if (ASCII_PAIR.test(text.slice(index - 1, index + 1))) return index
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  // Where graphemes end depends on what comes before and on the one character that follows.
  return graphemes.segment(text.slice(0, index + 2)).containing(index)?.index ?? index
}
