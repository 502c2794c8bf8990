export { noteOtherFolderName } from './folder-name.ts'
export { parseHeader } from './header.ts'
export {
  DESCRIPTION_ADVISED_LENGTH,
  FILE_MAX_BYTES,
  HEADER_MAX_BYTES,
  HEADER_MAX_DEPTH,
  HEADER_MAX_NODES,
} from './limits.ts'
export { FORMAT_PROBLEM_CODES, type FormatProblem, type FormatProblemCode, type ProblemSeverity } from './problem.ts'
export { escapeText } from './quote.ts'
export { parseSkill } from './skill.ts'
export type { Head, HeaderResult, ParseOptions, SkillHeader, SkillResult, Tolerance } from './types.ts'
