import { METADATA_KEY, isTextKey } from './fields.ts'
import { syntax } from './line-fault.ts'
import type { Finding } from './problem-list.ts'
import { adviseQuotesOrBlock } from './quote-advice.ts'
import { contentLineBelow, lineAround, type SourceLine } from './source-line.ts'
import { keyOf, splitKeys } from './split-keys.ts'

/** How a value starts that is no unquoted text. */
const NO_PLAIN_START = /^(?:["'[\]{},&*!|>%@`]|[-?](?:[ \t]|$))/

/** What is wrong with an unquoted value that holds a `: `, and where that is. */
export function colonInText(at: number, hint: string): Finding {
  const message = 'An unquoted value holds a colon followed by a blank, which makes YAML read a nested key'
  return syntax(message, hint, at)
}

/**
 * What is wrong with an unquoted text that starts on a line below its top-level key, and that the line at `at` belongs
 * to: a colon that makes a map of it. Undefined where there is no such text, or no such colon in it.
 */
export function explainTextBelow(source: string, at: number): Finding | undefined {
  const chunk = splitKeys(source).find(({ start, end }) => start <= at && at < end)
  if (chunk === undefined || !/^(?:#|$)/.test(chunk.value)) return undefined
  const key = lineAround(source, chunk.start)
  const first = contentLineBelow(source, chunk.start)
  if (first === undefined || first.indent <= key.indent || NO_PLAIN_START.test(first.content)) return undefined
  if (lineAround(source, at).indent <= key.indent) return undefined
  // A map is what belongs to `metadata`, and may belong to a key that we do not know, when it starts like one.
  const isText = isTextKey(chunk.key) || (chunk.key !== METADATA_KEY && keyOf(first.content) === undefined)
  if (!isText) return undefined
  for (let line: SourceLine | undefined = first; line; line = contentLineBelow(source, line.contentAt)) {
    if (line.indent <= key.indent) return undefined
    const colon = line.content.replace(/[ \t]#.*/, '').search(/:(?:[ \t]|$)/)
    if (colon !== -1) return colonInText(line.contentAt + colon, adviseQuotesOrBlock(source, chunk.start))
  }
  return undefined
}
