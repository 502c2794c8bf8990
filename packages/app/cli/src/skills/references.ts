import { posix } from 'node:path'

/** A relative path that a skill's text names, and where. */
export interface Reference {
  /** Normalised; `..` parts at its start lead out of the skill's folder. */
  readonly path: string
  /** Counted from 1 in the text. */
  readonly line: number
}

const LINK = /\[[^[\]\n]*\]\(\s*<?([^\s<>()]+)/g
const WORD = /[\p{L}\p{N}_./-]+/gu
const BARE = /^(?:\.\/)*(?:\.\.|references|scripts|assets)\//
const NOT_RELATIVE = /^[/#~]|^[a-z][a-z0-9+.-]*:|[\\\p{Cc}*{}$<>]/iu
const FILE_NAME = /[^./]\.[\p{L}\p{N}]+$/u

/**
 * The files that a text names: targets of Markdown links that are relative paths, and `references/…`, `scripts/…`,
 * `assets/…` or `../…` anywhere. Only what ends in a file name with an extension. Each once, in order.
 */
export function findReferences(text: string): readonly Reference[] {
  const found = new Map<string, Reference>()
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const links = Array.from(line.matchAll(LINK), (match) => match[1] ?? '')
    const targets = [...links, ...barePaths(line)]
    for (const target of targets) {
      const path = relativeFile(target)
      if (path !== undefined && !found.has(path)) found.set(path, { path, line: index + 1 })
    }
  }
  return [...found.values()]
}

/** Words that look like a path of a skill's own, without the punctuation of the sentence that they end. */
function barePaths(line: string): readonly string[] {
  const words = Array.from(line.matchAll(WORD), (match) => match[0])
  return words.filter((word) => BARE.test(word)).map((word) => word.replace(/[./-]$/, ''))
}

/** Whether a reference leads out of the skill's folder. */
export function leadsOutside({ path }: Reference): boolean {
  return path === '..' || path.startsWith('../')
}

function relativeFile(target: string): string | undefined {
  if (target.length > 500 || NOT_RELATIVE.test(target)) return undefined
  const path = posix.normalize(decoded(target.split(/[#?]/, 1)[0] ?? ''))
  return FILE_NAME.test(path) && !path.includes('\0') ? path : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text // A lone `%` is part of the name.
    throw error
  }
}
