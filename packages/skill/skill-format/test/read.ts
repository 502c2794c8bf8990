import { parseSkill, type FormatProblem, type SkillResult, type Tolerance } from '../src/index.ts'

export const path = '/skills/x/SKILL.md'

/** Reads a whole file from its text. */
export function read(text: string, tolerance: Tolerance = 'strict'): SkillResult {
  return parseSkill({ text, isComplete: true }, { path, tolerance })
}

/** A file with this YAML text as its header. */
export function fileWith(yaml: string, body = 'Do it.'): string {
  return `---\n${yaml}\n---\n${body}\n`
}

/** A skill called `x` with these lines in its header, too. */
export function skillWith(lines: string): string {
  return fileWith(`name: x\ndescription: A skill.\n${lines}`)
}

/** One problem in one line: severity, code, place. */
export function brief({ severity, code, line, column }: FormatProblem): string {
  return line === undefined ? `${severity} ${code}` : `${severity} ${code} ${line}:${column}`
}

/** What became of a file, in few words: its description, or `refused` or `none`; and its problems. */
export function outcome(text: string, tolerance: Tolerance = 'strict'): readonly (string | undefined)[] {
  const result = read(text, tolerance)
  const first = result.kind === 'skill' ? result.header.description : result.kind
  return [first, ...result.problems.map(brief)]
}

/** A text in Unicode tag characters, which nobody sees. */
export function tagCharacters(text: string): string {
  return text.replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
}
