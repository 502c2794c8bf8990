import { FLAG_KEYS, NAME_KEY, isRequired, isTextKey, isUsedKey } from './fields.ts'
import { explainColon } from './line-fault.ts'
import { contentLineBelow, lineAround, type SourceLine } from './source-line.ts'
import type { KeyChunk } from './split-keys.ts'

/** A word that may be a key, behind marks that keep it from being one, and what follows it. */
const MEANT_KEY = /^[^\p{L}\p{N}#]{0,8}([\p{L}\p{N}_-]{1,64})(["'`*]{0,3}[ \t]*:)?/u

/** How the value of a key that takes one line starts. */
const PLAIN_START = /^[^"'[\]{},&*!|>%@`#]/

/** A line that stands among those of a key and is meant as another one, with the lines below that may belong to it. */
export interface StrayKey {
  /** One that we use, and that is given nowhere else; undefined for any other. */
  readonly key: string | undefined
  readonly start: number
  readonly end: number
}

/** A key with the lines that are its own, and those below that are not. */
export interface CutChunk {
  readonly head: KeyChunk
  readonly strays: readonly StrayKey[]
}

/** Cuts a key that does not parse above the first line that is no part of its value; `given` are all top-level keys. */
export function cutAtStrays(source: string, chunk: KeyChunk, given: ReadonlySet<string>): CutChunk {
  const strays: StrayKey[] = []
  const own = lineAround(source, chunk.start)
  let isHeadContinued = false
  for (let line = contentLineBelow(source, own.contentAt); line; line = contentLineBelow(source, line.contentAt)) {
    if (line.contentAt >= chunk.end) break
    const key = meantKey(line, given)
    const isKey = line.indent <= own.indent ? isKeyBeside(chunk, line, key) : isKeyInside(chunk, line, key)
    const last = strays.at(-1)
    const isNew = last === undefined || (key !== undefined && strays.every((stray) => stray.key !== key))
    if (isKey && isNew) {
      if (isHeadContinued && line.indent > own.indent) return { head: chunk, strays: [] }
      if (last) strays[strays.length - 1] = { ...last, end: startOf(line) }
      strays.push({ key, start: startOf(line), end: chunk.end })
    } else if (last === undefined) isHeadContinued = true
  }
  const [first] = strays
  return { head: first ? { ...chunk, end: first.start, isContinued: isHeadContinued } : chunk, strays }
}

/** The keys that no skill goes without and that lines of `source`, which cannot be read, are meant as. */
export function requiredKeysIn(source: string, given: ReadonlySet<string>): readonly string[] {
  const keys = source.split('\n').map((line) => meantKey(lineAround(line, 0), given))
  return [...new Set(keys.filter((key) => isRequired(key)))]
}

/** Of a line that is not indented: whether it can be no text that goes on. A name without quotes never does. */
function isKeyBeside(chunk: KeyChunk, { content, contentAt, indent }: SourceLine, key: string | undefined): boolean {
  if (key !== undefined) return true
  if (chunk.key === NAME_KEY) return PLAIN_START.test(chunk.value)
  return !isTextKey(chunk.key) && explainColon({ content, contentAt, indent }) !== undefined
}

/**
 * Of a line that is indented below a value on the line of its key: whether it is one of our keys with its colon. In a text
 * that goes on it may be none, and what hides a skill is never read from a part of what was written: there, only a key
 * counts that no skill goes without.
 */
function isKeyInside(chunk: KeyChunk, { content }: SourceLine, key: string | undefined): boolean {
  if (key === undefined || !PLAIN_START.test(chunk.value)) return false
  const isFlag = FLAG_KEYS.some((flag) => flag === chunk.key)
  const mayGoOn = isFlag || (isTextKey(chunk.key) && chunk.key !== NAME_KEY)
  return (!mayGoOn || isRequired(key)) && MEANT_KEY.exec(content)?.[2] !== undefined
}

function meantKey({ content }: SourceLine, given: ReadonlySet<string>): string | undefined {
  const key = MEANT_KEY.exec(content)?.[1]
  return isUsedKey(key) && !given.has(key) ? key : undefined
}

function startOf({ contentAt, indent }: SourceLine): number {
  return contentAt - indent
}
