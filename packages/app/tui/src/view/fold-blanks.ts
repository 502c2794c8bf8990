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

/** Line breaks as they are written out where a text has one line. */
const BREAK = String.raw`(?:\\u\{d\}\\u\{a\}|\\u\{[ad]\}|\\n)`
const BREAK_RUN = new RegExp(`(?:${BREAK}${BLANK}*){${EMPTY_LINES},}`, 'gu')

/** The same for safe text in one line, whose line breaks are written out. */
export function foldBreaks(line: string, paint: (mark: string) => string): string {
  return line.replace(BREAK_RUN, (run) => {
    const count = run.match(new RegExp(BREAK, 'g'))?.length ?? 0
    return ` ${paint(`… ${count} line breaks …`)} `
  })
}
