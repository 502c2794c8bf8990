import type { FormatProblem } from './problem.ts'

/** `strict`: a header that does not parse is refused. `repair`: its keys are read one by one. */
export type Tolerance = 'strict' | 'repair'

/** The start of a file, as far as it was read and is valid UTF-8. */
export interface Head {
  /** The text read so far, from the first byte of the file, a byte-order mark included. A character cut by the read limit is left out. */
  readonly text: string
  /** True when `text` is the whole file. */
  readonly isComplete: boolean
  /** Offset in bytes of the first byte that is not UTF-8; `text` ends before it. */
  readonly invalidByte?: number
}

export interface ParseOptions {
  /** Where the text comes from: stands in every problem, and is never opened. */
  readonly path: string
  /** `strict` when absent. */
  readonly tolerance?: Tolerance
  /** Makes of a header's text what its result keeps to know it by; no two texts may have the same. The text itself when absent. */
  readonly digest?: (headerText: string) => string
  /**
   * An earlier result for this path, tolerance and digest. As long as the file starts with the very same header it stands:
   * `parseHeader` returns it again, `parseSkill` builds on it, and neither runs the YAML parser.
   */
  readonly known?: HeaderResult
}

/** What discovery learns from a header. Each text is a copy of its own, so that it can be kept. */
export interface SkillHeader {
  readonly name: string
  /** As written, without blanks at either end: neither shortened nor escaped. */
  readonly description: string
  readonly whenToUse?: string
  /** True when the model must not see or load this skill. */
  readonly disableModelInvocation: boolean
  /** Null-prototype object; nested maps and lists of plain data. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** The outcome of reading a header. It depends on the file up to `HEADER_MAX_BYTES`, never on how much more was read. */
export type HeaderResult =
  | {
      readonly kind: 'header'
      readonly header: SkillHeader
      /** The file's text up to `bodyStart`, word for word, or its digest. */
      readonly headerMark: string
      /** Index in `Head.text` of the first character after the closing line. */
      readonly bodyStart: number
      readonly problems: readonly FormatProblem[]
    }
  /** The header does not end in the text given, and the file goes on: read up to `HEADER_MAX_BYTES` and ask again. */
  | { readonly kind: 'more' }
  /** No header at all, in a text that does not even try. A flat `.md` file like this is an ordinary document. */
  | { readonly kind: 'none'; readonly problems: readonly FormatProblem[] }
  /** Refused. `problems` holds at least one error. `name` is set when the header still told it. */
  | {
      readonly kind: 'refused'
      readonly name?: string
      /** The start of what the header gives as its name, where that is not a valid one. */
      readonly givenName?: string
      /** Both set when the header was found, and refused for what is in it. */
      readonly headerMark?: string
      readonly bodyStart?: number
      readonly problems: readonly FormatProblem[]
    }

/** The outcome of reading a whole file. `problems` covers header and body; of a skill, the body is searched when they are first read. */
export type SkillResult =
  | {
      readonly kind: 'skill'
      readonly header: SkillHeader
      /** The body without blank lines at either end, otherwise as it is in the file. */
      readonly content: string
      readonly problems: readonly FormatProblem[]
    }
  | { readonly kind: 'none'; readonly problems: readonly FormatProblem[] }
  | {
      readonly kind: 'refused'
      readonly name?: string
      readonly givenName?: string
      readonly problems: readonly FormatProblem[]
    }
