import { basename, dirname, join } from 'node:path'
import { shellQuote } from '@deepseek-ai/dsh-fs'
import type { SkillProblem } from '@deepseek-ai/dsh-skill'
import type { SkillHeader } from '@deepseek-ai/dsh-skill-format'
import { findReferences, leadsOutside } from './references.ts'

/** The codes of what only `check` sees, beside the problems of the loader. `docs/problems.md` has a paragraph on each. */
export const ADVICE_CODES = [
  'body-long',
  'description-cut',
  'file-misnamed',
  'file-unpacked-flat',
  'reference-missing',
  'reference-outside',
  'side-file',
  'script-not-executable',
  'script-line-ends',
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
  /** What is at a path relative to the skill's folder, also where the name differs in its normal form or blanks alone. */
  readonly fileAt: (path: string) => Promise<FileFacts | undefined>
}

/** A file that a text names. */
export interface FileFacts {
  readonly isExecutable: boolean
  /** The first line of a file that begins with `#!`, without its line feed. */
  readonly interpreterLine: string | undefined
}

/** What an author should know though the skill loads. Pure but for `fileAt`. */
export async function adviseAuthor(options: AdviceOptions): Promise<readonly SkillProblem[]> {
  const { path, header, content, contentLine, catalogDescriptionMaxLength: limit, catalogDescription } = options
  const advice: SkillProblem[] = []
  const add = (
    code: AdviceCode,
    message: string,
    hint: string,
    { line, severity = 'warning' }: Partial<Pick<SkillProblem, 'line' | 'severity'>> = {},
  ): void => {
    advice.push({ code, severity, message, path, hint, skill: header.name, ...(line !== undefined && { line }) })
  }
  if (catalogDescription.length > limit) {
    const message = `The catalog shows ${limit} of the ${catalogDescription.length} characters of the description.`
    add('description-cut', message, 'Say first what the skill does and when to use it.')
  }
  const lines = content.split(/\r\n|\r|\n/).length
  if (lines > BODY_ADVISED_LINES) {
    const message = `The text has ${lines} lines, more than the ${BODY_ADVISED_LINES} that are advised.`
    add('body-long', message, 'Move what is not always needed into files under references/.', { line: contentLine })
  }
  const name = basename(path)
  if (name.includes('\\')) {
    const [from, to] = [path, join(dirname(path), name.replaceAll('\\', '/'))]
    add(
      'file-unpacked-flat',
      `The file is called ${name}: an archive was unpacked with Windows separators, so the skill lost its folder.`,
      `Unpack the archive with another program, or run: mkdir -p ${shellQuote(dirname(to))} && mv ${shellQuote(from)} ${shellQuote(to)}`,
      { severity: 'error' },
    )
  }
  for (const reference of findReferences(content)) {
    const place = { line: contentLine + reference.line - 1 }
    const file = await options.fileAt(reference.path)
    if (file === undefined && leadsOutside(reference)) {
      add(
        'reference-outside',
        `The text names ${reference.path}, which lies outside the folder of the skill, and is not there.`,
        'Put the file into the folder of the skill: only that may be read without asking.',
        place,
      )
    } else if (file === undefined) {
      const message = `The text names ${reference.path}, which is not there.`
      add('reference-missing', message, 'Add the file, or take its name out of the text.', place)
    } else if (reference.isRun && file.interpreterLine !== undefined) {
      adviseOnScript(reference.path, file, (code, message, hint) =>
        add(code, message, hint, { ...place, severity: 'error' }),
      )
    }
  }
  return advice
}

/** A script that the text runs by itself has to be executable, and its interpreter is what stands in its first line. */
function adviseOnScript(
  script: string,
  { isExecutable, interpreterLine = '' }: FileFacts,
  add: (code: AdviceCode, message: string, hint: string) => void,
): void {
  if (!isExecutable) {
    add(
      'script-not-executable',
      `The text runs ${script}, which is not executable.`,
      `Run in the folder of the skill: chmod +x ${shellQuote(script)}`,
    )
  }
  if (interpreterLine.includes('\r')) {
    add(
      'script-line-ends',
      `The text runs ${script}, whose first line ends in a carriage return: its interpreter is not found.`,
      `Run in the folder of the skill: sed -i 's/\\r$//' ${shellQuote(script)}`,
    )
  }
}
