import type { FormatProblemCode } from '@deepseek-ai/dsh-skill-format'
import type { SkillProblem } from '@deepseek-ai/dsh-skill'

/** Every code of this package beside those of the parser, in alphabetical order. `docs/problems.md` has a paragraph on each. */
export const LOCAL_PROBLEM_CODES = [
  'case-mismatch',
  'cwd-missing',
  'entries-limit',
  'file-vanished',
  'folder-not-searched',
  'link-dangling',
  'link-followed',
  'link-leaves-project',
  'link-loop',
  'link-outside-project',
  'links-unchecked',
  'look-limit',
  'name-not-utf8',
  'namesake',
  'no-skill-file',
  'not-regular-file',
  'out-of-descriptors',
  'problems-limit',
  'read-failed',
  'root-missing',
  'root-not-folder',
  'too-deep',
  'unreadable',
] as const

export type LocalProblemCode = (typeof LOCAL_PROBLEM_CODES)[number]

declare module '@deepseek-ai/dsh-skill' {
  interface SkillProblemCodes extends Record<FormatProblemCode | LocalProblemCode, true> {}
}

/** A problem of this package's own. */
export type LocalProblem = SkillProblem & { readonly code: LocalProblemCode }
