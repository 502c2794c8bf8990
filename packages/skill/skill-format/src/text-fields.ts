import {
  DESCRIPTION_KEY,
  NAME_KEY,
  WHEN_TO_USE_KEYS,
  fieldsUnder,
  type HeaderField,
  type HeaderFields,
} from './fields.ts'
import { countInvisible, hasVisibleText } from './invisible.ts'
import { DESCRIPTION_ADVISED_LENGTH } from './limits.ts'
import type { ProblemSeverity } from './problem.ts'
import type { HeaderSource } from './header-source.ts'
import { nearKey } from './near-key.ts'
import type { Finding, ProblemList } from './problem-list.ts'
import { adviseQuotesIfText } from './quote-advice.ts'
import { quote } from './quote.ts'
import { adviseName, isKebabCase } from './skill-name.ts'

/** The name, when it is one; else undefined and an error, which stands at the start of the header where there is no such key. One that was dropped has its error. */
export function readName(fields: HeaderFields, source: HeaderSource, problems: ProblemList): string | undefined {
  const field = fields.get(NAME_KEY)
  const missing = { code: 'name-missing', hint: adviseName(undefined, problems.path) } as const
  if (field?.state === 'dropped') return undefined
  if (field === undefined) {
    problems.add('error', { ...missing, ...absence(NAME_KEY, source) })
    return undefined
  }
  if (field.value === null) {
    problems.add('error', { ...missing, message: 'name is empty', at: field.at })
    return undefined
  }
  const name = textOf(field, 'error', problems, nameAdvice(field, source, problems.path))
  if (name === undefined || isKebabCase(name)) return name
  problems.add('error', {
    code: 'name-invalid',
    message: `name must be kebab-case (lower-case letters a to z, digits, single hyphens between them), got ${quote(name)}`,
    hint: adviseName(name, problems.path),
    at: field.at,
  })
  return undefined
}

/** What makes a name of what YAML takes for no text: its own words, as text. */
function nameAdvice({ at }: HeaderField, { text, offset }: HeaderSource, path: string): string {
  const [line = ''] = /^[^\n]*/.exec(text.slice(at - offset)) ?? []
  return adviseName(line.split(' #', 1)[0]?.trimEnd(), path)
}

/** The description without blanks at either end, when something can be seen of it; else undefined and an error, as for the name. */
export function readDescription(fields: HeaderFields, source: HeaderSource, problems: ProblemList): string | undefined {
  const field = fields.get(DESCRIPTION_KEY)
  const missing = {
    code: 'description-missing',
    hint: 'Say in one or two sentences what the skill does and when to use it',
  } as const
  if (field?.state === 'dropped') return undefined
  if (field === undefined) {
    problems.add('error', { ...missing, ...absence(DESCRIPTION_KEY, source) })
    return undefined
  }
  warnOfComment(field, source, problems)
  const isEmpty = field.value === null || (typeof field.value === 'string' && !hasVisibleText(field.value))
  if (isEmpty) {
    problems.add('error', { ...missing, message: 'description is empty', at: field.at })
    return undefined
  }
  const description = textOf(field, 'error', problems)?.trim()
  if (description === undefined) return undefined
  warnOfInvisible(field, description, problems)
  if (description.length > DESCRIPTION_ADVISED_LENGTH) {
    problems.add('warning', {
      code: 'description-too-long',
      message: `description has ${description.length} characters, more than the ${DESCRIPTION_ADVISED_LENGTH} that are advised`,
      hint: 'Put what the skill is for first, and move details into its body: catalogs cut long descriptions',
      at: field.at,
    })
  }
  return description
}

/** A key that is there under another spelling, or is not there. */
function absence(
  key: string,
  { text, offset, openedAt }: HeaderSource,
): Pick<Finding, 'message' | 'at'> & { hint?: string } {
  const near = nearKey(text, key)
  if (near === undefined) return { message: `${key} is missing`, at: openedAt }
  return {
    message: `${key} is missing, but there is a key ${quote(near.key)}`,
    hint: `Write that key as \`${key}\`, in small letters and with nothing before it, if it is meant`,
    at: offset + near.at,
  }
}

/** When to use the skill, in the first of its spellings that is there. */
export function readWhenToUse(fields: HeaderFields, source: HeaderSource, problems: ProblemList): string | undefined {
  const [field, second] = fieldsUnder(fields, WHEN_TO_USE_KEYS)
  if (field === undefined || field.state === 'dropped') return undefined
  if (second) {
    problems.add('warning', {
      code: 'key-duplicate',
      message: `${field.key} is also given as ${second.key}, which is not read`,
      hint: 'Keep one of them',
      at: second.at,
    })
  }
  warnOfComment(field, source, problems)
  if (field.value === null) return undefined
  const text = textOf(field, 'warning', problems)?.trim()
  if (text !== undefined) warnOfInvisible(field, text, problems)
  return text === '' ? undefined : text
}

function textOf(
  field: HeaderField,
  severity: ProblemSeverity,
  problems: ProblemList,
  hint = typeof field.value === 'object' ? 'Write it as one text, in quotes' : 'Quote it',
): string | undefined {
  const { key, value, at } = field
  if (typeof value !== 'string') {
    problems.add(severity, { code: 'field-type', message: `${key} must be text, got ${typeName(value)}`, hint, at })
    return undefined
  }
  if (value.isWellFormed()) return value
  const message = `${key} holds half a character, made by an escape from \\uD800 to \\uDFFF`
  problems.add(severity, { code: 'field-type', message, hint: 'Write the character itself', at })
  return undefined
}

/** The word for a value's type in messages. */
export function typeName(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a map'
  return typeof value === 'string' ? 'text' : typeof value
}

function warnOfComment(field: HeaderField, { text, offset }: HeaderSource, problems: ProblemList): void {
  if (field.commentAt === undefined) return
  problems.add('warning', {
    code: 'yaml-comment',
    message: `In ${field.key}, the text after # is a comment`,
    hint: adviseQuotesIfText(text, field.at - offset).replace(/^i/, 'I'),
    at: field.commentAt,
  })
}

function warnOfInvisible(field: HeaderField, text: string, problems: ProblemList): void {
  const { count } = countInvisible(text)
  if (count === 0) return
  problems.add('warning', {
    code: 'invisible-characters',
    message: `${field.key} holds invisible characters (${count})`,
    hint: 'Remove them: they can hide text from a reader',
    at: field.at,
  })
}
