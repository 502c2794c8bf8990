import { withLineFeeds } from './line-ends.ts'
import { ownCopy } from './own-copy.ts'
import type { FormatProblem, FormatProblemCode, ProblemSeverity } from './problem.ts'

/** What is wrong, before it is known how bad that is. Texts are without their final stop. */
export interface Finding {
  readonly code: FormatProblemCode
  readonly message: string
  readonly hint: string
  /** Index in the file's text. */
  readonly at?: number
  /** Where the same thing stands for the first time; the message then names both lines. */
  readonly firstAt?: number
}

/** One for all files without a problem. */
const NONE: readonly FormatProblem[] = Object.freeze([])

/** Collects the problems of one file and counts their lines and columns in it. */
export class ProblemList {
  private readonly found: FormatProblem[] = []
  private readonly path: string
  private readonly text: string

  constructor(path: string, text: string) {
    this.path = path
    this.text = text
  }

  add(severity: ProblemSeverity, finding: Finding): void {
    const { code, message, hint, at, firstAt } = finding
    const place = at === undefined ? undefined : this.locate(at)
    const lines = place && firstAt !== undefined ? `, on lines ${this.lineAt(firstAt)} and ${place.line}` : ''
    this.found.push({
      code,
      severity,
      message: ownCopy(`${message}${lines}.`),
      path: this.path,
      ...place,
      hint: ownCopy(`${hint}.`),
    })
  }

  /** What was added so far. */
  get all(): readonly FormatProblem[] {
    return this.found.length === 0 ? NONE : this.found
  }

  lineAt(at: number): number {
    return this.locate(at).line
  }

  private locate(at: number): { readonly line: number; readonly column: number } {
    const before = withLineFeeds(this.text).slice(0, at)
    let line = 1
    for (let end = before.indexOf('\n'); end !== -1; end = before.indexOf('\n', end + 1)) line += 1
    return { line, column: at - before.lastIndexOf('\n') }
  }
}

/** The same finding in a text that has `offset` characters before. */
export function shifted(finding: Finding, offset: number): Finding {
  const { at, firstAt } = finding
  return {
    ...finding,
    ...(at === undefined ? {} : { at: at + offset }),
    ...(firstAt === undefined ? {} : { firstAt: firstAt + offset }),
  }
}
