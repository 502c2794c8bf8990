import { posix } from 'node:path'

/** A relative path that a skill's text names, and where. */
export interface Reference {
  /** Normalised; `..` parts at its start lead out of the skill's folder. */
  readonly path: string
  /** Counted from 1 in the text. */
  readonly line: number
  /** The text has the file itself run, rather than read or handed to an interpreter. */
  readonly isRun: boolean
}

/**
 * The files that a text names: targets of Markdown links that are relative paths, and `references/…`, `scripts/…`,
 * `assets/…` or `../…` in its sentences. Only what ends in a file name with an extension. Each once, in order. Code blocks
 * and comments are samples: nothing in them is a claim, but that a file which is named elsewhere is run.
 */
export function findReferences(text: string): readonly Reference[] {
  const lines = linesOf(text)
  const run = new Set(lines.flatMap((line) => runBy(line)))
  const found = new Map<string, Reference>()
  for (const { content, number, kind } of lines) {
    if (kind !== 'prose') continue
    for (const target of namedIn(content)) {
      const path = relativeFile(target)
      if (path !== undefined && !found.has(path)) found.set(path, { path, line: number, isRun: run.has(path) })
    }
  }
  return [...found.values()]
}

/** Whether a reference leads out of the skill's folder. */
export function leadsOutside({ path }: Pick<Reference, 'path'>): boolean {
  return path === '..' || path.startsWith('../')
}

interface Line {
  readonly content: string
  readonly number: number
  readonly kind: 'prose' | 'sample' | 'comment'
}

const FENCE = /^\s*(?:(?:[-*+>]|\d+[.)])\s+)*(`{3,}|~{3,})/
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/
const INDENTED = /^(?: {4}|\t)\s*\S/

/** The lines of a Markdown text: fenced and indented code blocks are samples, HTML comments are comments. */
function linesOf(text: string): readonly Line[] {
  let fence = ''
  let isComment = false
  let isList = false
  let isBlock = false
  let isBlank = true
  return text.split(/\r\n|\r|\n/).map((content, index) => {
    const number = index + 1
    const mark = FENCE.exec(content)?.[1]
    if (fence !== '') {
      if (mark !== undefined && mark.startsWith(fence) && content.trim() === mark) fence = ''
      return { content, number, kind: 'sample' }
    }
    if (!isComment && mark !== undefined) {
      fence = mark
      return { content, number, kind: 'sample' }
    }
    const wasBlank = isBlank
    isBlank = content.trim() === ''
    if (!isBlank) {
      isList = LIST_ITEM.test(content) || (isList && /^\s/.test(content))
      isBlock = !isList && INDENTED.test(content) && (wasBlank || isBlock)
    }
    if (isBlock && !isComment) return { content, number, kind: 'sample' }
    const { shown, isOpen } = withoutComments(content, isComment)
    isComment = isOpen
    return { content: shown, number, kind: shown.trim() === '' && !isBlank ? 'comment' : 'prose' }
  })
}

/** What stands outside of comments in a line, and whether one is open at its end. */
function withoutComments(line: string, isOpen: boolean): { readonly shown: string; readonly isOpen: boolean } {
  let shown = ''
  let rest = line
  let isInside = isOpen
  while (rest !== '') {
    const end = rest.indexOf(isInside ? '-->' : '<!--')
    const length = end === -1 ? rest.length : end
    if (!isInside) shown += rest.slice(0, length)
    rest = end === -1 ? '' : rest.slice(length + (isInside ? 3 : 4))
    if (end !== -1) isInside = !isInside
  }
  return { shown, isOpen: isInside }
}

const LINK = /\[[^[\]\n]*\]\(\s*(?:<([^<>\n]+)>|([^\s<>()]+))/g
const LINK_DEFINITION = /^ {0,3}\[[^[\]\n]+\]:\s*(?:<([^<>\n]+)>|(\S+))/g
const CODE = /(?<!`)(`{1,2})(?!`)([^`\n]+)\1(?!`)/g
const WORD = /[\p{L}\p{N}\p{M}_./-]+/gu
const BARE = /^(?:\.\/)*(?:\.\.|references|scripts|assets)\//
const OWN = /^(?:\.\/)*(?:references|scripts|assets)\//

/** A statement of a program: what it imports is its own affair. */
const STATEMENT = /^\s*(?:import|from|require|export|const|let|var|use|#include)\b|[=;]|\brequire\(/

function namedIn(line: string): readonly string[] {
  const links = [...line.matchAll(LINK), ...line.matchAll(LINK_DEFINITION)]
  const prose = line.replace(CODE, (_span, _mark, code: string) => (STATEMENT.test(code) ? ' ' : ` ${code} `))
  const words = Array.from(prose.matchAll(WORD), ([word]) => word)
  return [
    ...links.map(([, angled, plain = '']) => angled ?? plain),
    ...words.filter((word) => BARE.test(word)).map(withoutPunctuation),
  ]
}

/** Says of the code behind it that it is to be run. */
const RUN_BEFORE =
  /\b(?:run|runs|running|execute|executes|executing|call|calls|invoke|start|starts)(?: (?:the|this|script|command))*:? *$/i

/** The files that a line has run by themselves, with nothing in front of them. */
function runBy({ content, kind }: Line): readonly string[] {
  if (kind === 'comment') return []
  const commands =
    kind === 'sample'
      ? [content.replace(/^\s*(?:[$>] )?/, '')]
      : Array.from(content.matchAll(CODE), ({ 2: code = '', index }) => {
          const isCommand = RUN_BEFORE.test(content.slice(0, index)) || /\s/.test(code.trim())
          return isCommand && !STATEMENT.test(code) ? code.trim() : ''
        })
  return commands.flatMap((command) => {
    const [word = ''] = command.split(/\s/, 1)
    return OWN.test(word) ? (relativeFile(withoutPunctuation(word)) ?? []) : []
  })
}

/** A word without the punctuation of the sentence that it ends. */
function withoutPunctuation(word: string): string {
  return word.replace(/[./-]$/, '')
}

const NOT_RELATIVE = /^[/#~]|^[a-z][a-z0-9+.-]*:|[\\\p{Cc}*{}$<>]/iu
const FILE_NAME = /[^./]\.[\p{L}\p{N}]+$/u
/** In UTF-16 units. Longer ones are not paths. */
const PATH_MAX_LENGTH = 500

function relativeFile(target: string): string | undefined {
  if (target.length > PATH_MAX_LENGTH || NOT_RELATIVE.test(target)) return undefined
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
