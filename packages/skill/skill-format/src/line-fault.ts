import type { Finding } from './problem-list.ts'
import { isUsedKey } from './fields.ts'
import { quote } from './quote.ts'
import { contentLineAbove, lineAround, type SourceLine } from './source-line.ts'
import { keyOf } from './split-keys.ts'

/** A character that looks like a blank, or like nothing, and is none to YAML. */
const FALSE_BLANK = /[\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** A word that may be a key, and what stands where its colon belongs. */
const FALSE_COLON = /^([\p{L}\p{N}_-]{1,64})[ \t]*(：|︰|﹕|=>|:=|=)/u
const TIGHT_COLON = /^([\p{L}\p{N}_-]{1,64}):(?!\/\/)(.)/u
const FIRST_WORD = /^[\p{L}\p{N}_-]{1,64}/u

/** Nothing, or `>`, `|-` and the like after a key: its value stands on the lines below. */
const VALUE_BELOW = /^(?:$|#|[>|][-+0-9]*(?:[ \t]|$))/
const BLOCK_BELOW = /^[>|][-+0-9]*(?:[ \t]|$)/

/** What is wrong with the line at `at`, which is neither a key nor a part of the value above it. */
export function explainLine(source: string, at: number): Finding {
  const line = lineAround(source, at)
  return explainShallowText(source, line) ?? explainFalseKey(source, at) ?? explainPlace(source, line)
}

/** What keeps the line at `at` from being a key; undefined when nothing of it looks like one, or it is one. */
export function explainFalseKey(source: string, at: number): Finding | undefined {
  const line = lineAround(source, at)
  return explainStart(line) ?? explainColon(line)
}

/** What is wrong with the start of a line that is no key; undefined when that is nothing special. */
function explainStart({ content, contentAt }: SourceLine): Finding | undefined {
  const first = content.charAt(0)
  if (first === '') return undefined
  if (FALSE_BLANK.test(first)) {
    const message = `This line starts with ${codePoint(first)}, which looks like a blank and is none`
    return syntax(message, 'Remove that character, and indent with plain blanks', contentAt)
  }
  if (content.startsWith('---') || content.startsWith('...')) {
    const message = `This line is no key, and it does not end the header: only a line that is exactly \`---\` does`
    return syntax(message, 'Remove it, or write exactly `---` below the last key', contentAt)
  }
  if (/^-[ \t]/.test(content)) return explainListItem(content, contentAt)
  if ((first === '"' || first === "'") && !content.includes(first, 1)) {
    return syntax('This quote is never closed', 'Close it, or take it away', contentAt)
  }
  if ('%@`|>'.includes(first)) {
    return syntax(`A key cannot start with ${quote(first)}`, 'Remove that character, or quote the key', contentAt)
  }
  return undefined
}

function explainListItem(content: string, at: number): Finding {
  const rest = content.slice(1).trimStart()
  const key = keyOf(rest)?.key
  return syntax(
    'This line is an item of a list, for it starts with `- `, and a key belongs here',
    key === undefined
      ? 'Write the key that the list belongs to on a line above it, with a colon'
      : `Remove the \`- \`: the line starts with ${quote(key)}`,
    at,
  )
}

/** What stands where the colon of a key belongs; undefined when the line does not look like a key. */
export function explainColon({ content, contentAt }: SourceLine): Finding | undefined {
  const [, falseKey, mark] = FALSE_COLON.exec(content) ?? []
  if (falseKey !== undefined && mark !== undefined) {
    const name = mark.charCodeAt(0) > 0x7f ? `the character ${quote(mark)} (${codePoint(mark)})` : quote(mark)
    return missingColon(`After ${quote(falseKey)} stands ${name} in place of a colon`, falseKey, contentAt)
  }
  const [, key, next] = TIGHT_COLON.exec(content) ?? []
  if (key !== undefined && next !== undefined && !/[ \t]/.test(next)) {
    const found = FALSE_BLANK.test(next) ? `, for ${codePoint(next)} is none` : ''
    return missingColon(`The blank after the colon of ${quote(key)} is missing${found}`, key, contentAt)
  }
  const [word] = FIRST_WORD.exec(content) ?? []
  if (!isUsedKey(word) || keyOf(content)) return undefined
  return missingColon(`The colon after ${quote(word)} is missing`, word, contentAt)
}

function missingColon(message: string, key: string, at: number): Finding {
  return syntax(message, `Write \`${key}: …\`, with a plain colon and a blank after it`, at)
}

/** A line of a text below `>` or `|` that starts further left than its first line; undefined for any other. */
export function explainShallowText(source: string, { contentAt, indent }: SourceLine): Finding | undefined {
  let above = contentLineAbove(source, contentAt)
  if (above === undefined || above.indent <= indent) return undefined
  while (above && above.indent >= indent) above = contentLineAbove(source, above.contentAt)
  const key = above && keyOf(above.content)
  if (!above || !key || !BLOCK_BELOW.test(above.content.slice(key.end).trim())) return undefined
  const message = `This line of the text of ${quote(key.key)} starts further left than the first one`
  return syntax(message, 'Indent it like the first line of the text', contentAt)
}

/** A line that could stand elsewhere: what is above it tells what is wrong with its place. */
function explainPlace(source: string, { content, contentAt, indent }: SourceLine): Finding {
  const above = contentLineAbove(source, contentAt)
  if (keyOf(content)) {
    return syntax(
      'This key does not start at the column of a key that it could belong to',
      'Let all keys of one level start at the same column',
      contentAt,
    )
  }
  if (above === undefined) return syntax('This line is no key', 'Write it as `key: value`, or remove it', contentAt)
  const aboveKey = keyOf(above.content)
  if (aboveKey && indent <= above.indent && VALUE_BELOW.test(above.content.slice(aboveKey.end).trim())) {
    const message = `The value of ${quote(aboveKey.key)} starts on this line, which is not indented`
    return syntax(message, 'Indent each line of it by two blanks', contentAt)
  }
  return syntax(
    'This line is no key, and it is not indented like a part of the value above it',
    'Indent it if it belongs to the value above; else write it as `key: value`, or remove it',
    contentAt,
  )
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** One fault in the syntax of a header. */
export function syntax(message: string, hint: string, at: number): Finding {
  return { code: 'yaml-syntax', message, hint, at }
}
