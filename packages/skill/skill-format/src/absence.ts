import type { Fence } from './fence.ts'
import { binaryFile, fileNotUtf8 } from './file-fault.ts'
import { HEADER_MAX_BYTES } from './limits.ts'
import { ProblemList, type Finding } from './problem-list.ts'
import type { HeaderResult } from './types.ts'
import type { HeadView } from './view.ts'

/** How much text after the point where a header belongs decides what the file is, in UTF-16 units. */
const WINDOW_LENGTH = 1024

const CODE_FENCE = /^[ \t]*(?:```|~~~)/
const REQUIRED_KEY = /^(?:name|description)[ \t]*:/

export interface AbsenceOptions {
  readonly path: string
  readonly invalidByte: number | undefined
}

/** Says why there is no header: not read far enough, none meant, or one that is broken. */
export function explainAbsence(
  view: HeadView,
  fence: Exclude<Fence, { kind: 'found' }>,
  options: AbsenceOptions,
): HeaderResult {
  if (fence.kind === 'text') return explainText(view, fence.at, options)
  if (view.end === 'more') return { kind: 'more' }
  const problems = new ProblemList(options.path, view.text)
  if (view.text.includes('\0')) return refused(problems, binaryFile())
  if (view.end === 'invalid') return refused(problems, fileNotUtf8(options.invalidByte, view.text.length))
  switch (fence.kind) {
    case 'unclosed':
      return refused(problems, unclosedFinding(view.text, fence.at, problems.lineAt(fence.at), view.end))
    case 'comment':
      return none(
        problems,
        noHeaderFinding(`the comment opened on line ${problems.lineAt(fence.at)} is never closed`, fence.at),
      )
    case 'empty':
      return none(problems, noHeaderFinding(view.text === '' ? 'the file is empty' : 'found only blank lines', 0))
  }
}

/** Looks at a window of fixed length, so that the verdict is the same however much was read. */
function explainText(view: HeadView, at: number, options: AbsenceOptions): HeaderResult {
  const window = view.text.slice(at, at + WINDOW_LENGTH)
  const isCut = window.length < WINDOW_LENGTH
  if (isCut && view.end === 'more') return { kind: 'more' }
  const problems = new ProblemList(options.path, view.text)
  const foundText = `found text on line ${problems.lineAt(at)}`
  if (window.includes('\0')) return refused(problems, binaryFile())
  if (isHeader(window.split('\n', 2))) return refused(problems, notAtLineStartFinding(at))
  if (hasMisplacedHeader(window)) return refused(problems, notFirstFinding(foundText, at))
  if (isCut && view.end === 'invalid') problems.add('error', fileNotUtf8(options.invalidByte, view.text.length))
  if (isCut && view.end === 'file' && isLinkAsText(window)) return none(problems, linkAsTextFinding(at))
  return none(problems, noHeaderFinding(foundText, at))
}

function refused(problems: ProblemList, finding: Finding): HeaderResult {
  problems.add('error', finding)
  return { kind: 'refused', problems: problems.all }
}

function none(problems: ProblemList, finding: Finding): HeaderResult {
  problems.add('error', finding)
  return { kind: 'none', problems: problems.all }
}

/** Whether a header of ours follows further down. Samples in a code block do not count. */
function hasMisplacedHeader(window: string): boolean {
  const lines = window.split('\n')
  for (const [index, line] of lines.entries()) {
    if (CODE_FENCE.test(line)) return false
    if (isHeader(lines.slice(index, index + 2))) return true
  }
  return false
}

function isHeader([opening, first]: readonly string[]): boolean {
  return opening?.trimEnd() === '---' && first !== undefined && REQUIRED_KEY.test(first)
}

/** A symbolic link that was checked out as text holds nothing but a path. */
function isLinkAsText(window: string): boolean {
  const line = window.trimEnd()
  return line.includes('/') && !/\s/.test(line)
}

/** A line that belongs to a header: a key, or what is indented below one. */
const HEADER_LINE = /^(?:[ \t]+\S|- |["']?[A-Za-z][\w-]*["']?[ \t]*:(?:[ \t]|$))/

/** What was meant to close a header: more dashes, blanks before them, or a comment behind. */
const ODD_FENCE = /^[ \t]*-{3,}[ \t]*(?:#.*)?$/

/** Lines from the opening one up to the last that looks like a part of the header. Nothing is taken for one behind a blank line. */
function headerLines(text: string, at: number): readonly string[] {
  const lines = text.slice(at).split('\n')
  const end = lines.findIndex((line, index) => index > 0 && (ODD_FENCE.test(line) || !HEADER_LINE.test(line)))
  return lines.slice(0, end === -1 ? undefined : end + (ODD_FENCE.test(lines[end] ?? '') ? 1 : 0))
}

function unclosedFinding(text: string, at: number, line: number, end: 'file' | 'limit'): Finding {
  const lines = headerLines(text, at)
  const lastLine = line + lines.length - 1
  const last = lines.length > 1 ? (lines.at(-1)?.trimEnd() ?? '') : ''
  const hint = ODD_FENCE.test(last)
    ? `Write line ${lastLine} as exactly \`---\``
    : last.endsWith('---')
      ? `Move the \`---\` at the end of line ${lastLine} to a line of its own below it`
      : `Put a line that is exactly \`---\` below line ${lastLine}`
  return end === 'file'
    ? { code: 'header-unclosed', message: `The header opened on line ${line} is never closed`, hint, at }
    : {
        code: 'header-too-large',
        message: `The header opened on line ${line} is never closed in the first ${HEADER_MAX_BYTES} bytes`,
        hint: `${hint}, or make the header shorter`,
        at,
      }
}

function noHeaderFinding(reason: string, at: number): Finding {
  return {
    code: 'header-missing',
    message: `The file has no frontmatter (${reason})`,
    hint: 'Start it with a line `---`, the keys `name` and `description`, and a line `---`',
    at,
  }
}

function notFirstFinding(foundText: string, at: number): Finding {
  return {
    code: 'header-not-first',
    message: `In this file, the header must come first (${foundText})`,
    hint: 'Move the text below the header',
    at,
  }
}

function notAtLineStartFinding(at: number): Finding {
  return {
    code: 'header-not-first',
    message: 'The line `---` that opens the header does not start at the start of its line',
    hint: 'Remove what stands before it',
    at,
  }
}

function linkAsTextFinding(at: number): Finding {
  return {
    code: 'header-missing',
    message: 'The file has no frontmatter: it holds nothing but a path',
    hint: 'This looks like a symbolic link that was checked out as text; check it out with `git config core.symlinks true`',
    at,
  }
}
