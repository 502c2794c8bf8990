import { bodyRange } from './body.ts'
import { binaryFile, fileNotUtf8, fileTooLarge } from './file-fault.ts'
import { parseHeader } from './header.ts'
import { countInvisible } from './invisible.ts'
import { FILE_MAX_BYTES } from './limits.ts'
import type { FormatProblem } from './problem.ts'
import { ProblemList, type Finding } from './problem-list.ts'
import type { Head, ParseOptions, SkillResult } from './types.ts'

/**
 * Reads a whole skill file. Never throws. Its header gets the verdict that `parseHeader` gives it.
 * A text that is not complete is the start of a file larger than `FILE_MAX_BYTES`.
 */
export function parseSkill(file: Head, options: ParseOptions): SkillResult {
  const result = parseHeader(file, options)
  if (result.kind === 'none') return result
  if (result.kind === 'more') return refused(file, options, fileTooLarge())
  if (result.kind === 'refused') {
    const { name, givenName, problems } = result
    const names = { ...(name !== undefined && { name }), ...(givenName !== undefined && { givenName }) }
    return { kind: 'refused', ...names, problems }
  }
  const refusal = refusalOf(file)
  if (refusal) return { ...refused(file, options, refusal, result.problems), name: result.header.name }
  const { from, to } = bodyRange(file.text, result.bodyStart)
  const content = file.text.slice(from, to)
  let problems: readonly FormatProblem[] | undefined
  return {
    kind: 'skill',
    header: result.header,
    content,
    // Looked for when asked for: who reads the content alone does not pay for a search of it.
    get problems() {
      problems ??= [...result.problems, ...bodyProblems(file, options, content, from)]
      return problems
    },
  }
}

function refused(
  file: Head,
  { path }: ParseOptions,
  finding: Finding,
  before: readonly FormatProblem[] = [],
): Extract<SkillResult, { kind: 'refused' }> {
  const problems = new ProblemList(path, file.text)
  problems.add('error', finding)
  return { kind: 'refused', problems: [...before, ...problems.all] }
}

function refusalOf(file: Head): Finding | undefined {
  if (file.invalidByte !== undefined) return fileNotUtf8(file.invalidByte, file.text.length)
  if (!file.isComplete || isTooLarge(file.text)) return fileTooLarge()
  return file.text.includes('\0') ? binaryFile() : undefined
}

function isTooLarge(text: string): boolean {
  // No UTF-16 unit takes more than three bytes, so most texts need no count.
  return text.length * 3 > FILE_MAX_BYTES && Buffer.byteLength(text) > FILE_MAX_BYTES
}

function bodyProblems(file: Head, { path }: ParseOptions, content: string, start: number): readonly FormatProblem[] {
  const problems = new ProblemList(path, file.text)
  const { count, at } = countInvisible(content)
  if (content === '') {
    problems.add('warning', {
      code: 'body-empty',
      message: 'There is an empty body below the header',
      hint: 'Write the instructions below the closing `---`',
      at: start,
    })
  }
  if (count > 0) {
    problems.add('warning', {
      code: 'invisible-characters',
      message: `The body holds invisible characters (${count})`,
      hint: 'Remove them, or make sure that they hide nothing: the model reads them',
      at: start + at,
    })
  }
  return problems.all
}
