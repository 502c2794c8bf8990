/** Spaces of any script, the empty Braille cell, and what takes no room where no letter is beside it. */
const BLANK = String.raw`[\p{Zs}\u2800\u200C\u200D\uFE0F]`
const EMPTY_LINE = new RegExp(`^${BLANK}*$`, 'u')

/** Deeper than code is indented, and fewer lines than a screen has. */
const BLANKS = 20
const EMPTY_LINES = 3
const BLANK_RUN = new RegExp(`${BLANK}{${BLANKS},}`, 'gu')

/**
 * Safe text in which a long stretch of nothing is a mark with its size, so that nothing can be pushed out of sight by
 * it. `paint` sets the marks apart from text that reads like one.
 */
export function foldBlanks(text: string, paint: (mark: string) => string): string {
  const folded: string[] = []
  let empty: string[] = []
  const flush = (): void => {
    folded.push(...(empty.length < EMPTY_LINES ? empty : [paint(`… ${empty.length} empty lines …`)]))
    empty = []
  }
  for (const line of text.split('\n')) {
    if (EMPTY_LINE.test(line)) empty.push('')
    else {
      flush()
      folded.push(line.replace(BLANK_RUN, (run) => ` ${paint(`… ${run.length} blanks …`)} `))
    }
  }
  flush()
  return folded.join('\n')
}
