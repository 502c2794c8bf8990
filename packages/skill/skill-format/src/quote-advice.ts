import { NAME_KEY, isTextKey } from './fields.ts'
import { escapeText } from './quote.ts'
import { adviseName } from './skill-name.ts'
import { contentLineBelow, lineAround, type SourceLine } from './source-line.ts'
import { keyOf, splitKeys } from './split-keys.ts'

/** Longest key, and longest value, that an example repeats from the file. */
const EXAMPLE_MAX_LENGTH = 64

/** `or write it as a block …`, which follows an advice to quote the value. */
const BLOCK_ADVICE = 'or write it as a block: `>-` after the colon, the text on the lines below, indented'

/** What to do about a value that stands in the line at `at`: the mended line, where it can be told. */
export function adviseQuotes(source: string, at: number): string {
  const name = nameAdvice(source, at)
  if (name !== undefined) return name
  const { content } = lineAround(source, at)
  if (isInText(source, at) || !/^[^"'[{]*[[{]/.test(content)) return `Quote the value${example(source, at)}`
  const list = mendedList(content)
  return list === undefined ? 'Quote the entry' : `Quote the entry, as in ${code(list)}`
}

/** The same advice, and the block as a second way. */
export function adviseQuotesOrBlock(source: string, at: number): string {
  const advice = adviseQuotes(source, at)
  return isWhole(advice) ? advice : `${advice}, ${BLOCK_ADVICE}`
}

/** The same advice, for a text with backslashes in it. */
export function adviseSingleQuotes(source: string, at: number): string {
  const advice = adviseQuotes(source, at)
  return isWhole(advice) ? advice : `${advice}: between single quotes a backslash is a backslash; or write it twice`
}

/** The same advice behind another one: what looks like YAML may be meant as text. */
export function adviseQuotesIfText(source: string, at: number): string {
  const name = nameAdvice(source, at)
  if (name !== undefined) return name.replace(/^W/, 'w')
  return `if it belongs to the text, quote the value${example(source, at)}`
}

/** Advice to which no other way is added: it is about a name, or about an entry of a list. */
function isWhole(advice: string): boolean {
  return !advice.startsWith('Quote the value')
}

/** What to do about a name when the line at `at` is the one of the name: quotes make none of a text that needs them. */
function nameAdvice(source: string, at: number): string | undefined {
  const chunk = splitKeys(source).find(({ key }) => key === NAME_KEY)
  if (chunk === undefined || lineAround(source, chunk.start).contentAt !== lineAround(source, at).contentAt)
    return undefined
  return adviseName(chunk.value, '')
}

/** What an entry of a list in brackets may hold without quotes. */
const PLAIN_ENTRY = /^(?:[\w./+-][^:#,[\]{}"'`]*)?$/
const QUOTED_ENTRY = /^(?:"[^"\\]*"|'[^']*')$/

/** A line that is a list in brackets, or ends in one, with quotes around each entry that needs them; `undefined` for any other. */
function mendedList(line: string): string | undefined {
  const [, start = '', inner, end = ''] = /^([^[\]{}"']*\[)([^[\]{}]*)(\])$/.exec(line) ?? []
  if (inner === undefined || !isPrintable(line)) return undefined
  const entries = inner.split(',').map((entry) => entry.trim())
  if (entries.some((entry) => /^["']/.test(entry) && !QUOTED_ENTRY.test(entry))) return undefined
  const mended = entries.map((entry) => (PLAIN_ENTRY.test(entry) || QUOTED_ENTRY.test(entry) ? entry : quoted(entry)))
  return mended.join() === entries.join() ? undefined : `${start}${mended.join(', ')}${end}`
}

/** A line as Markdown shows it letter for letter. */
function code(line: string): string {
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``
}

function example(source: string, at: number): string {
  const line = mendedLine(source, lineOfValue(source, at))
  return line === undefined ? '' : `, as in ${code(line)}`
}

/** The line at `at`; where that is inside of a text that goes on over several lines, the line of its key. */
function lineOfValue(source: string, at: number): SourceLine {
  const line = lineAround(source, at)
  const chunk = line.indent === 0 ? undefined : splitKeys(source).find(({ start, end }) => start <= at && at < end)
  return chunk && isTextKey(chunk.key) ? lineAround(source, chunk.start) : line
}

/** The line with its value in quotes; with `…` in them where the value is long, or where it is not clear what belongs to it. */
function mendedLine(source: string, line: SourceLine): string | undefined {
  const item = /^- +(?=\S)/.exec(line.content)?.[0]
  if (item !== undefined && isPrintable(line.content) && !isInText(source, line.contentAt)) {
    return `${item}${quoted(line.content.slice(item.length))}`
  }
  const end = keyOf(line.content)?.end
  if (end === undefined) return undefined
  const key = line.content.slice(0, end)
  if (!isPrintable(key)) return undefined
  const value = line.content.slice(end).trim()
  const below = contentLineBelow(source, line.contentAt)
  const isContinued = below !== undefined && (below.indent > line.indent || keyOf(below.content) === undefined)
  const isWhole = value !== '' && !isContinued && !value.includes(' #')
  return `${key} ${isWhole && isPrintable(value) ? quoted(value) : '"…"'}`
}

/** Whether the top-level key that `at` belongs to takes one text. */
function isInText(source: string, at: number): boolean {
  const chunk = splitKeys(source).find(({ start, end }) => start <= at && at < end)
  return chunk !== undefined && isTextKey(chunk.key)
}

function isPrintable(text: string): boolean {
  return text.length <= EXAMPLE_MAX_LENGTH && escapeText(text) === text
}

/** A YAML string that stands for `value`, or for what is inside the quotes around it when those do not belong to the text. */
function quoted(value: string): string {
  const text = withoutOuterQuotes(value)
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`
}

/** `'it's'` has one quote between the outer ones; `"a" or "b"` has two, and its first and last do not belong together. */
function withoutOuterQuotes(value: string): string {
  const mark = value.charAt(0)
  if ((mark !== '"' && mark !== "'") || value.length < 3 || !value.endsWith(mark)) return value
  const inner = value.slice(1, -1)
  const count = inner.split(mark).length - 1
  return count === 0 || count % 2 === 1 ? inner : value
}
