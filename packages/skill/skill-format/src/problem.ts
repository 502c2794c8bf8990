/** Every code that the parser can give, in alphabetical order. `docs/problems.md` has a paragraph on each. */
export const FORMAT_PROBLEM_CODES = [
  'body-empty',
  'description-missing',
  'description-too-long',
  'field-type',
  'file-binary',
  'file-not-utf8',
  'file-too-large',
  'flag-unclear',
  'header-missing',
  'header-not-first',
  'header-not-map',
  'header-too-complex',
  'header-too-large',
  'header-unclosed',
  'invisible-characters',
  'key-dropped',
  'key-duplicate',
  'key-repaired',
  'metadata-dropped',
  'name-invalid',
  'name-missing',
  'name-not-folder',
  'yaml-alias',
  'yaml-anchor',
  'yaml-comment',
  'yaml-syntax',
  'yaml-tag',
] as const

export type FormatProblemCode = (typeof FORMAT_PROBLEM_CODES)[number]

/** `error`: the skill does not load. `warning`: it loads, but not as its author meant. `note`: worth knowing. */
export type ProblemSeverity = 'error' | 'warning' | 'note'

/**
 * One thing that is wrong with one skill file, as data.
 *
 * `line` and `column` count from 1 in the file (not in its header); `column` is in UTF-16 units.
 * `message` says what is wrong in one sentence, `hint` what to do about it. Neither holds control characters,
 * and what they quote from the file is cut short.
 */
export interface FormatProblem {
  readonly code: FormatProblemCode
  readonly severity: ProblemSeverity
  readonly message: string
  readonly path: string
  readonly line?: number
  readonly column?: number
  readonly hint: string
}
