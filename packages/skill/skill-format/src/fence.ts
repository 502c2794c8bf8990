import type { HeadView } from './view.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** What was found where a header belongs. Indexes count in the view's text. */
export type Fence =
  | {
      readonly kind: 'found'
      /** Start of the opening line. */
      readonly at: number
      /** The YAML text is from here … */
      readonly yamlStart: number
      /** … to here, its last line end included. */
      readonly yamlEnd: number
      readonly bodyStart: number
    }
  /** An opening line without a closing one. */
  | { readonly kind: 'unclosed'; readonly at: number }
  /** A comment that does not end. */
  | { readonly kind: 'comment'; readonly at: number }
  /** Nothing but blank lines and comments. */
  | { readonly kind: 'empty'; readonly at: number }
  /** Text that opens no header. */
  | { readonly kind: 'text'; readonly at: number }

/** Finds the lines `---` around a header. Linear in the length of the view. */
export function findFence(view: HeadView): Fence {
  const { text } = view
  const first = skipToContent(text)
  if (first.kind !== 'content') return first
  const yamlStart = first.isLineStart ? fenceEnd(text, first.at) : undefined
  if (yamlStart === undefined) return { kind: 'text', at: first.at }
  let line = isTerminated(text, yamlStart) ? yamlStart : -1
  while (line !== -1) {
    const bodyStart = fenceEnd(text, line)
    // Without its line end the last line could still go on, unless the file ends here.
    if (bodyStart !== undefined && (isTerminated(text, bodyStart) || view.end === 'file')) {
      return { kind: 'found', at: first.at, yamlStart, yamlEnd: line, bodyStart }
    }
    line = nextFenceLike(text, line)
  }
  return { kind: 'unclosed', at: first.at }
}

type FirstContent =
  | { readonly kind: 'content'; readonly at: number; readonly isLineStart: boolean }
  | Extract<Fence, { kind: 'comment' | 'empty' }>

/** Goes past the byte-order mark, blank lines and HTML comments. */
function skipToContent(text: string): FirstContent {
  let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0
  let lineStart = at
  for (; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\n') lineStart = at + 1
    else if (character === '<' && text.startsWith('<!--', at)) {
      // As HTML has it, `<!-->` and `<!--->` are whole comments.
      const end = text.indexOf('-->', at + 2)
      if (end === -1) return { kind: 'comment', at }
      at = end + 2
    } else if (character !== ' ' && character !== '\t' && character !== '\r') {
      return { kind: 'content', at, isLineStart: at === lineStart }
    }
  }
  return { kind: 'empty', at }
}

/** Index after the line at `at` with its line end, when that line is `---` and nothing but blanks; else undefined. */
function fenceEnd(text: string, at: number): number | undefined {
  if (!text.startsWith('---', at)) return undefined
  let end = at + 3
  while (text[end] === ' ' || text[end] === '\t') end += 1
  if (text[end] === '\r' && (text[end + 1] === '\n' || end + 1 === text.length)) end += 1
  if (end === text.length) return end
  return text[end] === '\n' ? end + 1 : undefined
}

function isTerminated(text: string, end: number): boolean {
  return text[end - 1] === '\n'
}

function nextFenceLike(text: string, from: number): number {
  const feed = text.indexOf('\n---', from)
  return feed === -1 ? -1 : feed + 1
}
