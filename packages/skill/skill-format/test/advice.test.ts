import { describe, expect, it } from 'vitest'
import {
  FORMAT_PROBLEM_CODES,
  type FormatProblem,
  type FormatProblemCode,
  noteOtherFolderName,
  parseSkill,
} from '../src/index.ts'
import { fileWith, path, read, skillWith } from './read.ts'

type Follow = (text: string, problem: FormatProblem) => string

/** Does to the lines of a file what `change` does, from the line of the problem on. */
function edited(text: string, { line = 1 }: FormatProblem, change: (lines: string[], index: number) => void): string {
  const lines = text.split('\n')
  change(lines, line - 1)
  return lines.join('\n')
}

/** The line that a hint shows. */
function shownIn(hint: string): string {
  return (
    /`` (.+?) ``|`([^`]+)`/
      .exec(hint)
      ?.slice(1)
      .find((line) => line !== undefined) ?? 'no line is shown'
  )
}

/** The line that a hint shows, in place of the one with the problem. */
const writeShownLine: Follow = (text, problem) =>
  edited(text, problem, (lines, index) => {
    const shown = shownIn(problem.hint)
    const value = lines[index]?.replace(/^[^:]*: */, '') ?? ''
    const line = shown.replace('"…"', `"${value}"`)
    const indent = /^ */.exec(lines[index] ?? '')?.[0] ?? ''
    lines[index] = indent + line
  })

const addShownLine: Follow = (text, problem) =>
  edited(text, problem, (lines, index) => {
    lines.splice(index + 1, 0, shownIn(problem.hint))
  })

const removeLine: Follow = (text, problem) => edited(text, problem, (lines, index) => void lines.splice(index, 1))

const closeHeader: Follow = (text, problem) =>
  edited(text, problem, (lines) => {
    const [, place = ''] = / line (\d+)/.exec(problem.hint) ?? []
    const index = Number(place)
    if (problem.hint.startsWith('Write')) lines.splice(index - 1, 1)
    if (problem.hint.startsWith('Move')) lines[index - 1] = (lines[index - 1] ?? '').replace(/---\s*$/, '')
    lines.splice(problem.hint.startsWith('Write') ? index - 1 : index, 0, '---')
  })

const quoteValue: Follow = (text, problem) =>
  edited(text, problem, (lines, index) => {
    lines[index] = (lines[index] ?? '').replace(/: (.*)$/, ': "$1"')
  })

const shorten =
  (pattern: RegExp): Follow =>
  (text) =>
    text.replace(pattern, 'x')

type Case = readonly [text: string, follow: Follow]

const colon = 'Drafts notes: features'

/** For each code files that have the problem, and what somebody does who follows the hint word for word. */
const CASES: Readonly<Record<Exclude<FormatProblemCode, 'name-not-folder' | 'file-not-utf8'>, readonly Case[]>> = {
  'body-empty': [['---\nname: x\ndescription: A skill.\n---\n', (text) => `${text}Do it.\n`]],
  'description-missing': [
    [fileWith('name: x'), (text) => text.replace('name: x', 'name: x\ndescription: Brews tea. Use it when cold.')],
  ],
  'description-too-long': [[fileWith(`name: x\ndescription: ${'word '.repeat(300)}`), shorten(/(?:word ){200}/)]],
  'field-type': [
    [fileWith('name: 42\ndescription: A skill.'), writeShownLine],
    [fileWith('name: x\ndescription: 42'), quoteValue],
    [fileWith('name: x\ndescription: true'), quoteValue],
  ],
  'file-binary': [[fileWith('name: x\ndescription: A skill.', 'a\0b'), (text) => text.replace('\0', '')]],
  'file-too-large': [[fileWith('name: x\ndescription: A skill.', 'x'.repeat(2_100_000)), shorten(/x{2000000}/)]],
  'flag-unclear': [[skillWith('disable-model-invocation: maybe'), writeShownLine]],
  'header-missing': [['Do it.\n', (text) => `---\nname: x\ndescription: A skill.\n---\n${text}`]],
  'header-not-first': [
    [`# Title\n${fileWith('name: x\ndescription: A skill.')}`, (text) => `${text.replace('# Title\n', '')}# Title\n`],
    [` ${fileWith('name: x\ndescription: A skill.')}`, (text) => text.slice(1)],
  ],
  'header-not-map': [[fileWith('name:x\ndescription:A skill.'), (text) => text.replaceAll(/^(\w+):/gm, '$1: ')]],
  'header-too-complex': [[skillWith(`metadata: { a: ${'['.repeat(40)} }`), removeLine]],
  'header-too-large': [[skillWith(`license: ${'x'.repeat(17_000)}`), shorten(/x{16900}/)]],
  'header-unclosed': [
    ['---\nname: half\ndescription: No end\n\n# Steps\n1. Do it', closeHeader],
    ['---\nname: half\ndescription: |\n  No end\nDo it: now', closeHeader],
    ['---\nname: half\ndescription: No end---\nDo it.', closeHeader],
    ['---\nname: half\ndescription: No end\n----\nDo it.', closeHeader],
    ['---\nname: half\ndescription: No end\n ---\nDo it.', closeHeader],
    ['---\nname: half\ndescription: No end\n--- # end\nDo it.', closeHeader],
    ['---\nname: half\ndescription: No end\nmetadata:\n  a: 1\ntags:\n- b\n> Do it.\n', closeHeader],
  ],
  'invisible-characters': [
    [fileWith('name: x\ndescription: A\u200b skill.'), (text) => text.replace('\u200b', '')],
    [fileWith('name: x\ndescription: A skill.', 'Do\u200b it.'), (text) => text.replace('\u200b', '')],
  ],
  'key-dropped': [
    [
      skillWith('whenToUse: Often: yes\n  or no'),
      (text) => text.replace('Often: yes\n  or no', '>-\n  Often: yes\n  or no'),
    ],
  ],
  'key-duplicate': [
    [skillWith('name: y'), removeLine],
    [skillWith('metadata:\n  a: 1\n  a: 2'), removeLine],
  ],
  'key-repaired': [[skillWith(`whenToUse: ${colon}`), writeShownLine]],
  'metadata-dropped': [[skillWith('metadata: text'), (text) => text.replace('metadata: text', 'metadata:\n  a: text')]],
  'name-invalid': [
    [fileWith('name: Sea Chart\ndescription: A skill.'), writeShownLine],
    [fileWith('name: 数据\ndescription: A skill.'), writeShownLine],
  ],
  'name-missing': [
    [fileWith('description: A skill.'), addShownLine],
    [fileWith('name:\ndescription: A skill.'), writeShownLine],
  ],
  'yaml-alias': [
    [fileWith('name: x\ndescription: *all'), writeShownLine],
    [skillWith('tags: [a, *b]'), writeShownLine],
  ],
  'yaml-anchor': [[fileWith('name: x\ndescription: &now Do it.'), writeShownLine]],
  'yaml-comment': [[fileWith('name: x\ndescription: Posts to #deploys'), writeShownLine]],
  'yaml-syntax': [
    [fileWith(`name: x\ndescription: ${colon}`), writeShownLine],
    [fileWith('name: x\ndescription: @foo'), writeShownLine],
    [fileWith('name: x\ndescription: `foo` bar'), writeShownLine],
    [fileWith('name: x\ndescription: It\'s "a": b'), writeShownLine],
    [fileWith('name: x\ndescription: "C:\\dir"'), writeShownLine],
    [skillWith('tags: [vue, @vue/core]'), writeShownLine],
    [skillWith('tags: [@a, "b", @c]'), writeShownLine],
    [skillWith('tags:\n  - vue\n  - @vue/core'), writeShownLine],
    [skillWith('tags:\n- @vue/core'), writeShownLine],
    [fileWith('name: Sea: Chart\ndescription: A skill.'), writeShownLine],
    [fileWith('name: @sea\ndescription: A skill.'), writeShownLine],
  ],
  'yaml-tag': [[fileWith('name: x\ndescription: !now Do it.'), writeShownLine]],
}

const ALL = Object.entries(CASES).flatMap(([code, cases]) =>
  cases.map(([text, follow]) => [code, text, follow] as const),
)

describe('advice', () => {
  it('is followed for every code', () => {
    const others = ['name-not-folder', 'file-not-utf8']
    expect([...Object.keys(CASES), ...others].toSorted()).toEqual(FORMAT_PROBLEM_CODES)
  })

  it.each(ALL)('on %s fixes the file when it is applied word for word: %j [G40]', (code, text, follow) => {
    const tolerance = code === 'key-dropped' || code === 'key-repaired' ? 'repair' : 'strict'
    const problem = read(text, tolerance).problems.find((each) => each.code === code)
    expect(problem).toBeDefined()
    const result = read(problem === undefined ? text : follow(text, problem), tolerance)
    expect({ kind: result.kind, problems: result.problems }).toEqual({ kind: 'skill', problems: [] })
  })

  it('on a file that is not UTF-8 fixes it, too [G40]', () => {
    const text = fileWith('name: x\ndescription: caf')
    expect(parseSkill({ text, isComplete: true, invalidByte: 20 }, { path }).kind).toBe('refused')
    expect(parseSkill({ text, isComplete: true }, { path })).toMatchObject({ kind: 'skill', problems: [] })
  })

  it('on a name other than that of its folder leaves nothing to say [G40]', () => {
    expect(noteOtherFolderName('tea', 'milk', path)?.hint).toBe('Give both the same name.')
    expect(noteOtherFolderName('tea', 'tea', path)).toBeUndefined()
  })

  it.each([
    ['tags: [vue, @vue/core]', 'tags: [vue, "@vue/core"]'],
    ['tags: [a: b, @c, d e]', 'tags: ["a: b", "@c", d e]'],
    ["tags: [@a, 'b, c']", undefined],
    ['  - @a/b', '- "@a/b"'],
  ])('on a list quotes the entry alone: %s [G40]', (line, shown) => {
    const file = skillWith(line.startsWith(' ') ? `tags:\n${line}` : line)
    const hint = read(file).problems[0]?.hint ?? ''
    expect(/as in `([^`]+)`/.exec(hint)?.[1]).toBe(shown)
    expect(hint).not.toContain('"[')
  })
})
