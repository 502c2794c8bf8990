import { explainBrackets } from './bracket-fault.ts'
import { isUsedKey } from './fields.ts'
import { explainLine, explainShallowText, syntax } from './line-fault.ts'
import type { Finding } from './problem-list.ts'
import { adviseQuotes, adviseQuotesIfText, adviseQuotesOrBlock, adviseSingleQuotes } from './quote-advice.ts'
import { quote } from './quote.ts'
import { contentLineBelow, lineAround, type SourceLine } from './source-line.ts'
import { keyOf } from './split-keys.ts'
import { colonInText, explainTextBelow } from './text-below.ts'

/** What `yaml` says about one error; `pos` counts in the text that it was given. */
export interface YamlError {
  readonly code: string
  readonly message: string
  readonly pos: readonly [number, number]
}

/**
 * Puts an error of `yaml` into words that tell the author of a skill what to do. What `yaml` itself says only tells the
 * kinds apart that share one code: no word of it is passed on.
 */
export function explainYamlError(error: YamlError, source: string): Finding {
  const at = error.pos[0]
  switch (error.code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return explainNestedKey(at, source)
    case 'BAD_SCALAR_START':
      return explainBadStart(at, source)
    case 'TAB_AS_INDENT':
      return explainTab(at, source)
    case 'BAD_DQ_ESCAPE':
      return syntax(
        'Between double quotes, this backslash starts an escape that YAML does not know',
        adviseSingleQuotes(source, at),
        at,
      )
    case 'BAD_DIRECTIVE':
      return explainDirective(source)
    case 'KEY_OVER_1024_CHARS':
      return syntax('This key is longer than 1024 characters', 'Shorten it; a colon may be in the wrong place', at)
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS':
    case 'BAD_ALIAS':
    case 'BAD_PROP_ORDER':
    case 'TAG_RESOLVE_FAILED':
      return explainMark(at, source)
    case 'MISSING_CHAR':
    case 'UNEXPECTED_TOKEN':
    case 'BAD_INDENT':
    case 'MULTILINE_IMPLICIT_KEY':
    case 'BLOCK_IN_FLOW':
      return explainByWords(error, source)
    default:
      return explainOther(at, source)
  }
}

/** The codes that stand for many kinds of error. */
function explainByWords({ message, pos: [at] }: YamlError, source: string): Finding {
  const mark = /^Missing closing (["'])/.exec(message)?.[1]
  if (mark !== undefined) return explainOpenQuote(mark, at, source)
  if (message.startsWith('Comments must')) {
    const hint = `Put a blank before it; or, ${adviseQuotesIfText(source, at)}`
    return syntax('The blank before the # that starts a comment is missing', hint, at)
  }
  if (/^(?:Tags and anchors|Anchors and tags|Missing newline after)/.test(message)) return explainMark(at, source)
  if (message.startsWith('Missing directives-end')) return explainDirective(source)
  if (message.startsWith('Block scalars with')) {
    const hint = 'Remove the blanks from the empty lines above it'
    return syntax('The text starts with an empty line that has more blanks than this one', hint, at)
  }
  if (/^(?:Not a YAML token|Block scalar header)/.test(message)) return explainBlockMark(at, source)
  if (message.endsWith('on same line with key')) return explainNestedKey(at, source)
  const brackets = explainBrackets(message, at, source)
  if (brackets) return brackets
  return explainTextBelow(source, at) ?? explainByPlace(at, source)
}

/** What stands at the start of a line is a fault of that line; what stands further in follows a value that has ended. */
function explainByPlace(from: number, source: string): Finding {
  const { line, at } = lineFrom(source, from)
  if (at > line.contentAt && !line.content.startsWith('...')) return explainAfterValue(at, source, line)
  if (source.startsWith('\t', line.contentAt - line.indent)) return explainTab(at, source)
  const top = lineAround(source, Math.max(0, source.search(/^[ \t]*[^\s#]/m)))
  // What is no map at the top is complained of only where the first key follows it.
  const isBelowNoMap = line.contentAt > top.contentAt && !keyOf(top.content) && !top.content.startsWith('{')
  return explainLine(source, isBelowNoMap ? top.contentAt : at)
}

/** Where `yaml` means the first line that follows with something in it. */
function lineFrom(source: string, at: number): { readonly line: SourceLine; readonly at: number } {
  const line = lineAround(source, at)
  const isFiller = at <= line.contentAt && /^(?:#|$)/.test(line.content)
  const below = isFiller ? contentLineBelow(source, at) : undefined
  return below ? { line: below, at: below.contentAt } : { line, at }
}

function explainAfterValue(at: number, source: string, { content, contentAt }: SourceLine): Finding {
  const end = source.slice(contentAt, at).trimEnd().at(-1) ?? ''
  const rest = content.slice(at - contentAt)
  const name = `"'`.includes(end) ? 'the quote' : ']}'.includes(end) ? `the ${end}` : undefined
  if (name === undefined) return explainOther(at, source)
  if (/^[,;]+$/.test(rest)) return syntax(`A ${quote(rest)} follows after ${name} that ends the value`, 'Remove it', at)
  return syntax(`Text follows after ${name} that ends the value`, adviseQuotesOrBlock(source, at), at)
}

/** Of a quote that is not closed in its value `yaml` tells where that ends. */
function explainOpenQuote(mark: string, end: number, source: string): Finding {
  const at = openingQuote(mark, end, source)
  if (isClosedBelow(mark, at, source)) {
    const message = 'This quote is not closed before the next line that is not indented'
    return syntax(message, 'Indent each line of the value by two blanks, up to the quote that closes it', at)
  }
  const hint = 'Close it, and indent the lines below if the value goes on there'
  return syntax('This quote is never closed', `${hint}; or, ${adviseQuotesIfText(source, at)}`, at)
}

/** The last quote before `end` that stands for no quote in the text itself, as `\"` and `''` do. */
function openingQuote(mark: string, end: number, source: string): number {
  for (let last = source.lastIndexOf(mark, end - 1); last > 0; last = source.lastIndexOf(mark, last - 1)) {
    const escape = mark === '"' ? '\\' : mark
    let first = last
    while (source[first - 1] === escape) first -= 1
    if ((last - first) % 2 === 0) return mark === '"' ? last : first
    last = first
  }
  return Math.max(0, source.indexOf(mark))
}

/** Whether the quote comes again in lines that belong to no other key. */
function isClosedBelow(mark: string, at: number, source: string): boolean {
  for (let line = contentLineBelow(source, at); line; line = contentLineBelow(source, line.contentAt)) {
    if (keyOf(line.content)) return false
    if (line.content.includes(mark)) return true
  }
  return false
}

/** A `: ` inside an unquoted value, four fifths of all errors: `yaml` points at the start of the value, we at the colon. */
function explainNestedKey(at: number, source: string): Finding {
  const line = lineAround(source, at)
  const { content, contentAt } = line
  if (at <= contentAt && content.startsWith('- ')) {
    const shallow = explainShallowText(source, line)
    if (shallow) return shallow
    const message = 'This item of a list does not start at the column of an item that it could follow'
    return syntax(message, 'Let all items of one list start at the same column', contentAt)
  }
  const below = explainTextBelow(source, at)
  if (below) return below
  const colon = source.slice(at).search(/:[ \t\r\n]|:$/)
  if (colon === -1 || /^[?-][ \t]/.test(source.slice(at, at + 2))) {
    return syntax('A map or list cannot start on the line of its key', adviseQuotesOrBlock(source, at), at)
  }
  const isSameLine = !source.slice(at, at + colon).includes('\n')
  return colonInText(
    at + colon,
    isSameLine
      ? adviseQuotesOrBlock(source, at)
      : 'Quote the value, or let this line start at the same column as the other keys',
  )
}

function explainBadStart(at: number, source: string): Finding {
  return at === lineAround(source, at).contentAt
    ? explainLine(source, at)
    : syntax(`An unquoted value cannot start with ${quote(source.charAt(at))}`, adviseQuotes(source, at), at)
}

/** `&` and `!` mark the word that they start, unless the word is none that YAML knows what to do with. */
function explainMark(at: number, source: string): Finding {
  const { contentAt } = lineAround(source, at)
  const before = source.slice(contentAt, at + 1)
  const markAt = contentAt + Math.max(0, before.lastIndexOf('&'), before.lastIndexOf('!'))
  const word = /^[^\s,[\]{}"']*/.exec(source.slice(markAt))?.[0] ?? ''
  const message = `YAML reads ${quote(word)} as an anchor or a tag, not as text, and cannot use it here`
  return syntax(message, adviseQuotesOrBlock(source, markAt), markAt)
}

/** A line that starts with `%`, before any key. */
function explainDirective(source: string): Finding {
  const at = Math.max(0, source.search(/^%/m))
  return syntax('A header has no lines that start with %', 'Remove this line', at)
}

/** Text behind `>` or `|`, on the same line. */
function explainBlockMark(at: number, source: string): Finding {
  const message = 'After `>` or `|` the text of the value starts on the line below, not here'
  return syntax(message, `${adviseQuotes(source, at)}, or move the text to the lines below, indented`, at)
}

function explainOther(at: number, source: string): Finding {
  return syntax('The header cannot be read as YAML from here on', adviseQuotesOrBlock(source, at), at)
}

/** A tab in front of one of our keys is mostly one too many. */
function explainTab(at: number, source: string): Finding {
  const hint = isUsedKey(keyOf(lineAround(source, at).content)?.key)
    ? 'Remove the tab if this is a key beside the others; else indent with spaces'
    : 'Indent with spaces'
  return syntax('This line is indented with a tab', hint, at)
}
