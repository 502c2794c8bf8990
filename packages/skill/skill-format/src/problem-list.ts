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
  /** All places of a thing that stands more than once, from the first to the last; the message then names their lines. */
  readonly places?: readonly number[]
  /** What became of it, said behind the message. */
  readonly outcome?: string
}

/** Most lines that one message names. */
const NAMED_MAX_COUNT = 8

/** One for all files without a problem. */
const NONE: readonly FormatProblem[] = Object.freeze([])

/** Collects the problems of one file and counts their lines and columns in it. */
export class ProblemList {
  private readonly found: FormatProblem[] = []
  /** Of the file that the problems are about. */
  readonly path: string
  private readonly text: string

  constructor(path: string, text: string) {
    this.path = path
    this.text = text
  }

  add(severity: ProblemSeverity, finding: Finding): void {
    const { code, message, hint, at, places, outcome } = finding
    const place = at === undefined ? undefined : this.locate(at)
    const lines = places === undefined ? '' : `, on ${this.linesAt(places)}`
    this.found.push({
      code,
      severity,
      message: ownCopy(`${message}${lines}${outcome === undefined ? '' : `; ${outcome}`}.`),
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

  private linesAt(places: readonly number[]): string {
    const [first = 1, ...others] = new Set(places.slice(0, NAMED_MAX_COUNT).map((at) => this.lineAt(at)))
    const last = places.length > NAMED_MAX_COUNT ? 'more' : others.pop()
    return last === undefined ? `line ${first}` : `lines ${[first, ...others].join(', ')} and ${last}`
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
  const { at, places } = finding
  return {
    ...finding,
    ...(at === undefined ? {} : { at: at + offset }),
    ...(places === undefined ? {} : { places: places.map((place) => place + offset) }),
  }
}
