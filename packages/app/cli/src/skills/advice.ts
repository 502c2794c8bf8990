import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import type { SkillHeader } from '@deepseek-ai/dsh-skill-format'
import { findReferences, leadsOutside } from './references.ts'

/** The codes of what only `check` sees, beside the problems of the loader. `docs/problems.md` has a paragraph on each. */
export const ADVICE_CODES = [
  'body-long',
  'description-cut',
  'file-misnamed',
  'reference-missing',
  'reference-outside',
] as const

export type AdviceCode = (typeof ADVICE_CODES)[number]

declare module '@deepseek-ai/dsh-skill' {
  interface SkillProblemCodes extends Record<AdviceCode, true> {}
}

/** Lines of text above which a skill is better divided. */
const BODY_ADVISED_LINES = 500

export interface AdviceOptions {
  readonly path: string
  readonly header: SkillHeader
  readonly content: string
  /** Line of the file on which `content` begins. */
  readonly contentLine: number
  /** The longest description that the catalog shows whole, in UTF-16 units. */
  readonly catalogDescriptionMaxLength: number
  /** The description as the catalog shows it when there is no limit. */
  readonly catalogDescription: string
  /** Whether a path relative to the skill's folder is there. */
  readonly hasFile: (path: string) => boolean
}

/** What an author should know though the skill loads. Pure but for `hasFile`. */
export function adviseAuthor(options: AdviceOptions): readonly SkillProblem[] {
  const { path, header, content, contentLine, catalogDescriptionMaxLength: limit, catalogDescription } = options
  const advice: SkillProblem[] = []
  const add = (code: AdviceCode, message: string, hint: string, line?: number): void => {
    const place = line === undefined ? {} : { line }
    advice.push({ code, severity: 'warning', message, path, hint, skill: header.name, ...place })
  }
  if (catalogDescription.length > limit) {
    const message = `The catalog shows ${limit} of the ${catalogDescription.length} characters of the description.`
    add('description-cut', message, 'Say first what the skill does and when to use it.')
  }
  const lines = content.split(/\r\n|\r|\n/).length
  if (lines > BODY_ADVISED_LINES) {
    const message = `The text has ${lines} lines, more than the ${BODY_ADVISED_LINES} that are advised.`
    add('body-long', message, 'Move what is not always needed into files under references/.', contentLine)
  }
  for (const reference of findReferences(content)) {
    const line = contentLine + reference.line - 1
    if (leadsOutside(reference)) {
      const message = `The text names ${reference.path}, which lies outside the folder of the skill.`
      add(
        'reference-outside',
        message,
        'Put the file into the folder of the skill: only that may be read without asking.',
        line,
      )
    } else if (!options.hasFile(reference.path)) {
      const message = `The text names ${reference.path}, which is not there.`
      add('reference-missing', message, 'Add the file, or take its name out of the text.', line)
    }
  }
  return advice
}
