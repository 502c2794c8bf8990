import { describe, expect, it } from 'vitest'
import {
  FORMAT_PROBLEM_CODES,
  noteOtherFolderName,
  parseSkill,
  type Head,
  type FormatProblem,
  type FormatProblemCode,
  type Tolerance,
} from '../src/index.ts'
import { fileWith, path, skillWith } from './read.ts'

type Example = readonly [file: string | Head, problem: Omit<FormatProblem, 'path' | 'code'>, tolerance?: Tolerance]

const OR_BLOCK = ', or write it as a block: `>-` after the colon, the text on the lines below, indented.'

/** One file for each code, and its problem word for word. */
const EXAMPLES: Readonly<Record<Exclude<FormatProblemCode, 'name-not-folder'>, Example>> = {
  'body-empty': [
    '---\nname: x\ndescription: A skill.\n---\n',
    {
      severity: 'warning',
      message: 'There is an empty body below the header.',
      line: 5,
      column: 1,
      hint: 'Write the instructions below the closing `---`.',
    },
  ],
  'description-missing': [
    fileWith('name: x'),
    {
      severity: 'error',
      message: 'description is missing.',
      line: 1,
      column: 1,
      hint: 'Say in one or two sentences what the skill does and when to use it.',
    },
  ],
  'description-too-long': [
    fileWith(`name: x\ndescription: ${'x'.repeat(1025)}`),
    {
      severity: 'warning',
      message: 'description has 1025 characters, more than the 1024 that are advised.',
      line: 3,
      column: 14,
      hint: 'Put what the skill is for first, and move details into its body: catalogs cut long descriptions.',
    },
  ],
  'field-type': [
    fileWith('name: 42\ndescription: A skill.'),
    { severity: 'error', message: 'name must be text, got number.', line: 2, column: 7, hint: 'Write `name: "42"`.' },
  ],
  'file-binary': [
    fileWith('name: x\ndescription: A skill.', '\0'),
    {
      severity: 'error',
      message: 'The file is binary: it holds a NUL character.',
      hint: 'Save it as plain text in UTF-8.',
    },
  ],
  'file-not-utf8': [
    { text: '---\nname: ', isComplete: true, invalidByte: 10 },
    {
      severity: 'error',
      message: 'The file is not UTF-8 (byte 10).',
      line: 2,
      column: 7,
      hint: 'Save it as plain text in UTF-8.',
    },
  ],
  'file-too-large': [
    fileWith('name: x\ndescription: A skill.', 'x'.repeat(2 * 1024 * 1024)),
    {
      severity: 'error',
      message: 'The file is larger than 2097152 bytes.',
      hint: 'Move parts of it into files of their own, and name those in the text.',
    },
  ],
  'flag-unclear': [
    skillWith('disable-model-invocation: maybe'),
    {
      severity: 'warning',
      message: 'disable-model-invocation is neither true nor false, so the skill is hidden from the model.',
      line: 4,
      column: 27,
      hint: 'Write `disable-model-invocation: true` or `disable-model-invocation: false`.',
    },
  ],
  'header-missing': [
    '# Title\n',
    {
      severity: 'error',
      message: 'The file has no frontmatter (found text on line 1).',
      line: 1,
      column: 1,
      hint: 'Start it with a line `---`, the keys `name` and `description`, and a line `---`.',
    },
  ],
  'header-not-first': [
    `\n# Title\n${fileWith('name: x\ndescription: A skill.')}`,
    {
      severity: 'error',
      message: 'In this file, the header must come first (found text on line 2).',
      line: 2,
      column: 1,
      hint: 'Move the text below the header.',
    },
  ],
  'header-not-map': [
    fileWith('name:x'),
    {
      severity: 'error',
      message: 'The blank after the colon of "name" is missing.',
      line: 2,
      column: 1,
      hint: 'Write `name: …`, with a plain colon and a blank after it.',
    },
  ],
  'header-too-complex': [
    skillWith(`metadata: { a: ${'['.repeat(40)} }`),
    {
      severity: 'error',
      message: 'The header nests maps and lists more than 32 levels deep.',
      line: 4,
      column: 46,
      hint: 'Keep only what tells when to use the skill in the header, and move the rest below it.',
    },
  ],
  'header-too-large': [
    skillWith(`license: ${'x'.repeat(16 * 1024)}`),
    {
      severity: 'error',
      message: 'The header opened on line 1 is never closed in the first 16384 bytes.',
      line: 1,
      column: 1,
      hint: 'Put a line that is exactly `---` below line 4, or make the header shorter.',
    },
  ],
  'header-unclosed': [
    '---\nname: x\n',
    {
      severity: 'error',
      message: 'The header opened on line 1 is never closed.',
      line: 1,
      column: 1,
      hint: 'Put a line that is exactly `---` below line 2.',
    },
  ],
  'invisible-characters': [
    fileWith('name: x\ndescription: A skill.', 'Do\u200b it\u200b.'),
    {
      severity: 'warning',
      message: 'The body holds invisible characters (2).',
      line: 5,
      column: 3,
      hint: 'Remove them, or make sure that they hide nothing: the model reads them.',
    },
  ],
  'key-dropped': [
    skillWith('whenToUse: Often: yes\n  or no'),
    {
      severity: 'warning',
      message:
        'An unquoted value holds a colon followed by a blank, which makes YAML read a nested key; whenToUse is left out, since its value takes more than one line.',
      line: 4,
      column: 17,
      hint: `Quote the value, as in \`whenToUse: "…"\`${OR_BLOCK}`,
    },
    'repair',
  ],
  'key-duplicate': [
    skillWith('name: y'),
    {
      severity: 'error',
      message: 'The key "name" is given twice, on lines 2 and 4.',
      line: 4,
      column: 1,
      hint: 'Keep one of them.',
    },
  ],
  'key-repaired': [
    skillWith('whenToUse: Often: yes'),
    {
      severity: 'warning',
      message:
        'An unquoted value holds a colon followed by a blank, which makes YAML read a nested key; the text of whenToUse was taken word for word.',
      line: 4,
      column: 17,
      hint: `Quote the value, as in \`whenToUse: "Often: yes"\`${OR_BLOCK}`,
    },
    'repair',
  ],
  'metadata-dropped': [
    skillWith('metadata: text'),
    {
      severity: 'warning',
      message: 'metadata must be a map, got text, and is left out.',
      line: 4,
      column: 11,
      hint: 'Write it as keys with values, indented.',
    },
  ],
  'name-invalid': [
    fileWith('name: My Skill\ndescription: A skill.'),
    {
      severity: 'error',
      message:
        'name must be kebab-case (lower-case letters a to z, digits, single hyphens between them), got "My Skill".',
      line: 2,
      column: 7,
      hint: 'Write `name: my-skill`.',
    },
  ],
  'name-missing': [
    fileWith('description: A skill.'),
    {
      severity: 'error',
      message: 'name is missing.',
      line: 1,
      column: 1,
      hint: 'Write `name: x`.',
    },
  ],
  'yaml-alias': [
    fileWith('name: x\ndescription: *all'),
    {
      severity: 'error',
      message: 'YAML reads "*all" as an alias, and aliases are not accepted.',
      line: 3,
      column: 14,
      hint: 'Quote the value, as in `description: "*all"`.',
    },
  ],
  'yaml-anchor': [
    fileWith('name: x\ndescription: &now Do it.'),
    {
      severity: 'warning',
      message: 'YAML reads "&now" as an anchor, not as text.',
      line: 3,
      column: 14,
      hint: 'Quote the value, as in `description: "&now Do it."`.',
    },
  ],
  'yaml-comment': [
    fileWith('name: x\ndescription: Posts to #deploys'),
    {
      severity: 'warning',
      message: 'In description, the text after # is a comment.',
      line: 3,
      column: 23,
      hint: 'If it belongs to the text, quote the value, as in `description: "…"`.',
    },
  ],
  'yaml-syntax': [
    fileWith('name: x\ndescription: One: two'),
    {
      severity: 'error',
      message: 'An unquoted value holds a colon followed by a blank, which makes YAML read a nested key.',
      line: 3,
      column: 17,
      hint: `Quote the value, as in \`description: "One: two"\`${OR_BLOCK}`,
    },
  ],
  'yaml-tag': [
    fileWith('name: x\ndescription: !now Do it.'),
    {
      severity: 'warning',
      message: 'YAML reads "!now" as a tag, not as text.',
      line: 3,
      column: 14,
      hint: 'Quote the value, as in `description: "!now Do it."`.',
    },
  ],
}

describe('the codes of problems', () => {
  it('are in alphabetical order, and each has an example', () => {
    expect(FORMAT_PROBLEM_CODES.toSorted()).toEqual(FORMAT_PROBLEM_CODES)
    const note = noteOtherFolderName('a', 'b', path)
    expect(new Set([...Object.keys(EXAMPLES), note?.code])).toEqual(new Set(FORMAT_PROBLEM_CODES))
  })

  it.each(Object.entries(EXAMPLES))(
    '%s says what is wrong, where, and what to do',
    (code, [file, problem, tolerance]) => {
      const head = typeof file === 'string' ? { text: file, isComplete: true } : file
      expect(parseSkill(head, { path, ...(tolerance && { tolerance }) }).problems).toEqual([{ code, path, ...problem }])
    },
  )
})
