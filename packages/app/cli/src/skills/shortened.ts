import { visibleLine } from '../visible-text.ts'

/** In graphemes. */
const WIDTH = 100

/**
 * Letters and signs of many scripts, none of which ever joins another one of them: each UTF-16 unit is a grapheme. Loading
 * the segmenter takes ten milliseconds, and most descriptions are like that.
 */
const ONE_UNIT_EACH =
  /^[ -~\xA1-\xAC\xAE-\u02FF\u0370-\u0482\u2010-\u2027\u2190-\u2BFF\u3001-\u3029\u3041-\u3096\u30A1-\u30FF\u4E00-\u9FFF\uAC00-\uD7A3\uFF01-\uFF60]*$/

let segmenter: Intl.Segmenter | undefined

/** A description in one visible line, its end cut off where it is long; never inside a grapheme. */
export function shortened(description: string): string {
  const line = visibleLine(description.replace(/\s+/g, ' '))
  if (line.length <= WIDTH) return line
  if (ONE_UNIT_EACH.test(line.slice(0, WIDTH))) return `${line.slice(0, WIDTH - 1)}…`
  segmenter ??= new Intl.Segmenter('en')
  const graphemes = Array.from(segmenter.segment(line.slice(0, WIDTH * 2)), ({ segment }) => segment)
  return `${graphemes.slice(0, WIDTH - 1).join('')}…`
}
