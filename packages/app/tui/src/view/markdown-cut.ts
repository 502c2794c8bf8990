/** Where a Markdown text can be drawn as two. */
export interface MarkdownCut {
  readonly head: string
  readonly rest: string
  /** A blank line parts the two. */
  readonly isBetweenBlocks: boolean
  /** The cut is inside a code block: both parts have a fence that the text does not have. */
  readonly isInCode: boolean
}

/** What a part repeats of the block that it continues is at most this long. */
const MAX_REPEATED = 400

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const DELIMITER_ROW = /^[ \t|:-]+$/
/** Goes on with the block above, also behind a blank line. */
const CONTINUED = /^(?:[\s>|<]|[-+*] |\d{1,9}[.)] )/

/** The block that a line stands in, as far as a cut has to know. */
interface OpenBlock {
  readonly kind: 'code' | 'table'
  /** What the rest has to begin with to go on with it. */
  readonly opening: string
  readonly fence: string
}

/** A place between two lines. */
interface LineEnd {
  readonly end: number
  readonly open: OpenBlock | undefined
}

/**
 * Cuts the first part off a text that is longer than `length`: between two blocks if there is such a place, else between
 * two lines, else anywhere. A block that is cut goes on in the rest.
 */
export function cutMarkdown(text: string, length: number): MarkdownCut {
  let open: OpenBlock | undefined
  let blockEnd: number | undefined
  let lineEnd: LineEnd | undefined
  /** Outside of what is indented, which means little by itself. */
  let outerEnd: LineEnd | undefined
  let previous = ''
  for (let start = 0; start < length;) {
    const end = text.indexOf('\n', start) + 1
    if (end === 0 || end > length) break
    const line = text.slice(start, end).trimEnd()
    if (start > 0 && open === undefined && previous === '' && line !== '' && !CONTINUED.test(line)) blockEnd = start
    open = blockAfter(line, previous, open)
    if (end > (open?.opening.length ?? 0)) {
      lineEnd = { end, open }
      if (open !== undefined || !/^\s/.test(text.slice(end, end + 1))) outerEnd = lineEnd
    }
    previous = line
    start = end
  }
  if (blockEnd !== undefined) {
    const head = text.slice(0, blockEnd).trimEnd()
    return { head, rest: text.slice(blockEnd), isBetweenBlocks: true, isInCode: false }
  }
  const cut = outerEnd !== undefined && outerEnd.end > length / 2 ? outerEnd : lineEnd
  // Of a last line that is long, too little would be cut off.
  if (cut !== undefined && cut.end > length / 2) return cutInside(text, cut.end, cut.open)
  return cutInside(text, isLowSurrogate(text, length) ? length - 1 : length, open)
}

function cutInside(text: string, end: number, open: OpenBlock | undefined): MarkdownCut {
  const head = text.slice(0, end)
  const rest = text.slice(end)
  if (open === undefined || open.opening.length > Math.min(end - 1, MAX_REPEATED))
    return { head, rest, isBetweenBlocks: head.endsWith('\n\n'), isInCode: false }
  const isInCode = open.kind === 'code'
  const closed = isInCode ? `${head}${head.endsWith('\n') ? '' : '\n'}${open.fence}` : head
  return { head: closed, rest: open.opening + rest, isBetweenBlocks: false, isInCode }
}

function blockAfter(line: string, previous: string, open: OpenBlock | undefined): OpenBlock | undefined {
  const [indented = '', fence = ''] = FENCE.exec(line) ?? []
  const info = line.slice(indented.length)
  if (open?.kind === 'code') return fence.startsWith(open.fence) && info.trim() === '' ? undefined : open
  if (fence !== '' && !(fence.startsWith('`') && info.includes('`'))) {
    return { kind: 'code', opening: `${line}\n`, fence }
  }
  if (line === '') return undefined
  if (open === undefined && previous.includes('|') && line.includes('-') && DELIMITER_ROW.test(line)) {
    return { kind: 'table', opening: `${previous}\n${line}\n`, fence: '' }
  }
  return open
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  return unit >= 0xdc00 && unit <= 0xdfff
}
