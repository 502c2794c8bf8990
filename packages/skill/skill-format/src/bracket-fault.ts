import { syntax } from './line-fault.ts'
import type { Finding } from './problem-list.ts'
import { adviseQuotesIfText } from './quote-advice.ts'
import { lineAround } from './source-line.ts'

/** What `yaml` says of brackets, and of nothing else. */
const ABOUT_BRACKETS = /\bflow\b|^Block collections/i

/** An error inside of `[…]` or `{…}`, or about the brackets themselves; undefined for any other. */
export function explainBrackets(message: string, at: number, source: string): Finding | undefined {
  if (!ABOUT_BRACKETS.test(message)) return undefined
  const missing = /end with a ([\]}])/.exec(message)?.[1]
  if (missing !== undefined) return explainOpenBracket(missing, at, source)
  const unclosed = bracketOpenAt(source, at)
  if (unclosed !== undefined) return explainOpenBracket(unclosed, at, source)
  const textAdvice = adviseQuotesIfText(source, at)
  const found = source.charAt(at)
  if (found === ']' || found === '}') {
    return syntax(`This ${found} closes nothing`, `Remove it; or, ${textAdvice}`, at)
  }
  if (found === ',') return syntax('This comma separates nothing', `Remove it; or, ${textAdvice}`, at)
  return syntax(
    'The values in brackets cannot be told apart here',
    `Separate them with commas, and quote one that holds a colon or a quote, or starts with a dash; or, ${textAdvice}`,
    at,
  )
}

/** The mark that is missing before the line at `at`, when that line is not indented like a part of a value in brackets. */
function bracketOpenAt(source: string, at: number): string | undefined {
  const line = lineAround(source, at)
  if (at > line.contentAt) return undefined
  const opened = Math.max(lastOpen(source, '[', ']', at), lastOpen(source, '{', '}', at))
  const isBelow = line.indent <= lineAround(source, opened).indent && opened < line.contentAt
  if (!isBelow) return undefined
  return source[opened] === '[' ? ']' : source[opened] === '{' ? '}' : undefined
}

/** `yaml` tells where it gave up; the bracket is the last one before that is still open. */
function explainOpenBracket(missing: string, end: number, source: string): Finding {
  const opening = missing === ']' ? '[' : '{'
  const at = lastOpen(source, opening, missing, end)
  const isLast = lineAround(source, at).content.endsWith(opening)
  const advice = `Close it with ${missing}, and indent the lines between`
  return syntax(
    `This ${opening} is not closed before the next line that is not indented`,
    isLast ? advice : `${advice}; or, ${adviseQuotesIfText(source, at)}`,
    at,
  )
}

function lastOpen(source: string, opening: string, closing: string, end: number): number {
  let closed = 0
  for (let at = end - 1; at >= 0; at -= 1) {
    if (source[at] === closing) closed += 1
    else if (source[at] === opening && (closed -= 1) < 0) return at
  }
  return Math.max(0, source.lastIndexOf(opening, end))
}
