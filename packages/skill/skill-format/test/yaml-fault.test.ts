import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Composer, Parser } from 'yaml'
import type { FormatProblem } from '../src/index.ts'
import { fileWith, outcome, read } from './read.ts'

const BLOCK = ', or write it as a block: `>-` after the colon, the text on the lines below, indented'

/** YAML text below `name: x`, the place of its fault in the file, what is said, what to do. */
const FAULTS: readonly (readonly [yaml: string, place: string, message: string, hint: string])[] = [
  // Text in a value that ends before it.
  [
    'description: "Use" it',
    '3:20',
    'Text follows after the quote that ends the value',
    `Quote the value, as in \`description: '"Use" it'\`${BLOCK}`,
  ],
  [
    "description: 'it's here'",
    '3:18',
    'Text follows after the quote that ends the value',
    `Quote the value, as in \`description: "it's here"\`${BLOCK}`,
  ],
  [
    'description: "a" or "b"',
    '3:18',
    'Text follows after the quote that ends the value',
    `Quote the value, as in \`description: '"a" or "b"'\`${BLOCK}`,
  ],
  [
    'description: [TODO] Use it',
    '3:21',
    'Text follows after the ] that ends the value',
    `Quote the value, as in \`description: "[TODO] Use it"\`${BLOCK}`,
  ],
  [
    'description: {it} here',
    '3:19',
    'Text follows after the } that ends the value',
    `Quote the value, as in \`description: "{it} here"\`${BLOCK}`,
  ],
  ['description: "y",', '3:17', 'A "," follows after the quote that ends the value', 'Remove it'],
  [
    'description: "a"#c',
    '3:17',
    'The blank before the # that starts a comment is missing',
    'Put a blank before it; or, if it belongs to the text, quote the value, as in `description: \'"a"#c\'`',
  ],
  // Lines that are not where they belong.
  [
    'description: >-\nUse it when\nneeded',
    '4:1',
    'The value of "description" starts on this line, which is not indented',
    'Indent each line of it by two blanks',
  ],
  [
    'description:\n"Use it"',
    '4:1',
    'The value of "description" starts on this line, which is not indented',
    'Indent each line of it by two blanks',
  ],
  [
    'description: Use it\nwhen needed',
    '4:1',
    'This line is no key, and it is not indented like a part of the value above it',
    'Indent it if it belongs to the value above; else write it as `key: value`, or remove it',
  ],
  [
    'description: Use it\nwhen needed\nlicense: MIT',
    '4:1',
    'This line is no key, and it is not indented like a part of the value above it',
    'Indent it if it belongs to the value above; else write it as `key: value`, or remove it',
  ],
  // A text in a block, and a line of it that is not as far in as the first.
  ...(
    [
      ['description: >\n  a\n b', '5:2'],
      ['description: >\n  text\n more: here', '5:2'],
      ['description: |- # note\n    a\n    b\n\n\n  Use when: c\n  d\nlicense: MIT', '8:3'],
      ['description: >\n  a\n # b\n c', '6:2'],
      ['description: >-\n  a\n - b', '5:2'],
      ['description: >-\n  a\n - b: c', '5:2'],
      ['description: >-\n  a\n "b"', '5:2'],
      ['description: >-\n  a\n `b`', '5:2'],
      ['description: >-\n  a\n [b', '5:2'],
      ['description: >-\n  a\n *b* c', '5:2'],
      ['description: >-\n  a: >\n    b\n c:d', '6:2'],
    ] as const
  ).map(
    ([yaml, place]) =>
      [
        yaml,
        place,
        'This line of the text of "description" starts further left than the first one',
        'Indent it like the first line of the text',
      ] as const,
  ),
  [
    'metadata:\n  note: |\n      a\n    b: c',
    '6:5',
    'This line of the text of "note" starts further left than the first one',
    'Indent it like the first line of the text',
  ],
  [
    'description: |\n   \n Use',
    '5:2',
    'The text starts with an empty line that has more blanks than this one',
    'Remove the blanks from the empty lines above it',
  ],
  [
    'a:\n  b: c\n d: e',
    '5:2',
    'This key does not start at the column of a key that it could belong to',
    'Let all keys of one level start at the same column',
  ],
  [
    'a:\n  - b\n - c',
    '5:2',
    'This item of a list does not start at the column of an item that it could follow',
    'Let all items of one list start at the same column',
  ],
  [
    ' description: One.',
    '3:13',
    'An unquoted value holds a colon followed by a blank, which makes YAML read a nested key',
    'Quote the value, or let this line start at the same column as the other keys',
  ],
  [
    '\tdescription: y',
    '3:1',
    'This line is indented with a tab',
    'Remove the tab if this is a key beside the others; else indent with spaces',
  ],
  ['a: |\n\tb', '4:1', 'This line is indented with a tab', 'Indent with spaces'],
  // Keys that are none.
  [
    'description y',
    '3:1',
    'The colon after "description" is missing',
    'Write `description: …`, with a plain colon and a blank after it',
  ],
  [
    'description:y',
    '3:1',
    'The blank after the colon of "description" is missing',
    'Write `description: …`, with a plain colon and a blank after it',
  ],
  [
    'description:\u00a0y',
    '3:1',
    'The blank after the colon of "description" is missing, for U+00A0 is none',
    'Write `description: …`, with a plain colon and a blank after it',
  ],
  [
    'description：y',
    '3:1',
    'After "description" stands the character "：" (U+FF1A) in place of a colon',
    'Write `description: …`, with a plain colon and a blank after it',
  ],
  [
    'description = y',
    '3:1',
    'After "description" stands "=" in place of a colon',
    'Write `description: …`, with a plain colon and a blank after it',
  ],
  [
    '=\ndescription: y',
    '3:1',
    'This line is no key, and it is not indented like a part of the value above it',
    'Indent it if it belongs to the value above; else write it as `key: value`, or remove it',
  ],
  [
    '- description: y',
    '3:1',
    'This line is an item of a list, for it starts with `- `, and a key belongs here',
    'Remove the `- `: the line starts with "description"',
  ],
  [
    '- y',
    '3:1',
    'This line is an item of a list, for it starts with `- `, and a key belongs here',
    'Write the key that the list belongs to on a line above it, with a colon',
  ],
  [
    '\u00a0\ndescription: y',
    '3:1',
    'This line starts with U+00A0, which looks like a blank and is none',
    'Remove that character, and indent with plain blanks',
  ],
  ['`foo`: y', '3:1', 'A key cannot start with "`"', 'Remove that character, or quote the key'],
  ['> description: y', '3:1', 'A key cannot start with ">"', 'Remove that character, or quote the key'],
  ['"description: y', '3:1', 'This quote is never closed', 'Close it, or take it away'],
  [
    '----\ndescription: y',
    '3:1',
    'This line is no key, and it does not end the header: only a line that is exactly `---` does',
    'Remove it, or write exactly `---` below the last key',
  ],
  [
    '--- a\ndescription: y',
    '3:1',
    'The header holds more than one YAML document',
    'Remove the line that starts with `...` or `---`',
  ],
  [
    `${'k'.repeat(1100)}: y`,
    '3:1',
    'This key is longer than 1024 characters',
    'Shorten it; a colon may be in the wrong place',
  ],
  // Values that start with what means something to YAML.
  [
    'description: %foo',
    '3:14',
    'An unquoted value cannot start with "%"',
    'Quote the value, as in `description: "%foo"`',
  ],
  [
    'description: @foo',
    '3:14',
    'An unquoted value cannot start with "@"',
    'Quote the value, as in `description: "@foo"`',
  ],
  [
    'description: `foo` bar',
    '3:14',
    'An unquoted value cannot start with "`"',
    'Quote the value, as in `` description: "`foo` bar" ``',
  ],
  [
    'description: a: b',
    '3:15',
    'An unquoted value holds a colon followed by a blank, which makes YAML read a nested key',
    `Quote the value, as in \`description: "a: b"\`${BLOCK}`,
  ],
  // The same in a text that starts on the line below its key.
  ...(
    [
      ['description:\n  Drafts release notes.\n  Use when: the user ships', '5:11'],
      ['description:\n  Drafts release notes.\n  Use it. Use when: the user ships\nlicense: MIT', '5:19'],
      ['description: # what it does\n    Drafts release notes.\n\n  Use when: the user ships\n  or not', '6:11'],
      ['description:\n  Use when: the user ships\n  or not', '4:11'],
      ['description:\n  Use when: the user: ships', '4:11'],
      ['description:\n  Drafts notes.\n  Use when:\n  - the user ships', '5:11'],
    ] as const
  ).map(
    ([yaml, place]) =>
      [
        yaml,
        place,
        'An unquoted value holds a colon followed by a blank, which makes YAML read a nested key',
        `Quote the value, as in \`description: "…"\`${BLOCK}`,
      ] as const,
  ),
  [
    'tools:\n  All of them.\n  Not: bash',
    '5:6',
    'An unquoted value holds a colon followed by a blank, which makes YAML read a nested key',
    `Quote the value, as in \`tools: "…"\`${BLOCK}`,
  ],
  [
    'metadata:\n  a b\n  c: d',
    '4:3',
    'This line is no key, and it is not indented like a part of the value above it',
    'Indent it if it belongs to the value above; else write it as `key: value`, or remove it',
  ],
  [
    'description: - foo',
    '3:14',
    'A map or list cannot start on the line of its key',
    `Quote the value, as in \`description: "- foo"\`${BLOCK}`,
  ],
  [
    'description: > One line',
    '3:16',
    'After `>` or `|` the text of the value starts on the line below, not here',
    'Quote the value, as in `description: "> One line"`, or move the text to the lines below, indented',
  ],
  [
    'description: >=2',
    '3:15',
    'After `>` or `|` the text of the value starts on the line below, not here',
    'Quote the value, as in `description: ">=2"`, or move the text to the lines below, indented',
  ],
  [
    'description: & c',
    '3:14',
    'YAML reads "&" as an anchor or a tag, not as text, and cannot use it here',
    `Quote the value, as in \`description: "& c"\`${BLOCK}`,
  ],
  [
    'description: &a &b c',
    '3:17',
    'YAML reads "&b" as an anchor or a tag, not as text, and cannot use it here',
    `Quote the value, as in \`description: "&a &b c"\`${BLOCK}`,
  ],
  [
    'description: !a !b c',
    '3:17',
    'YAML reads "!b" as an anchor or a tag, not as text, and cannot use it here',
    `Quote the value, as in \`description: "!a !b c"\`${BLOCK}`,
  ],
  [
    'description: !<a c',
    '3:14',
    'YAML reads "!<a" as an anchor or a tag, not as text, and cannot use it here',
    `Quote the value, as in \`description: "!<a c"\`${BLOCK}`,
  ],
  [
    'description: !a"b"',
    '3:14',
    'YAML reads "!a" as an anchor or a tag, not as text, and cannot use it here',
    `Quote the value, as in \`description: '!a"b"'\`${BLOCK}`,
  ],
  [
    'description: "C:\\dir"',
    '3:17',
    'Between double quotes, this backslash starts an escape that YAML does not know',
    "Quote the value, as in `description: 'C:\\dir'`: between single quotes a backslash is a backslash; or write it twice",
  ],
  // Quotes and brackets.
  [
    'description: "never',
    '3:14',
    'This quote is never closed',
    "Close it, and indent the lines below if the value goes on there; or, if it belongs to the text, quote the value, as in `description: '\"never'`",
  ],
  ...(
    [
      ['description: "two\nlines"', '3:14'],
      ["description: 'two\n\nlines'\nlicense: MIT", '3:14'],
      ['description: "an \\" in two\n  or three\nlines"', '3:14'],
      ["description: 'it''s two\nlines'", '3:14'],
      ['metadata:\n  note: "two\n  lines"', '4:9'],
    ] as const
  ).map(
    ([yaml, place]) =>
      [
        yaml,
        place,
        'This quote is not closed before the next line that is not indented',
        'Indent each line of the value by two blanks, up to the quote that closes it',
      ] as const,
  ),
  [
    'description: "two\nlines',
    '3:14',
    'This quote is never closed',
    'Close it, and indent the lines below if the value goes on there; or, if it belongs to the text, quote the value, as in `description: "…"`',
  ],
  [
    'a: [b,\nc]\ndescription: y',
    '3:4',
    'This [ is not closed before the next line that is not indented',
    'Close it with ], and indent the lines between; or, if it belongs to the text, quote the value, as in `a: "…"`',
  ],
  [
    "a: ['c'? \ndescription: y",
    '3:4',
    'This [ is not closed before the next line that is not indented',
    'Close it with ], and indent the lines between; or, if it belongs to the text, quote the value, as in `a: "[\'c\'?"`',
  ],
  [
    'a: [b, c\ndescription: y',
    '3:4',
    'This [ is not closed before the next line that is not indented',
    'Close it with ], and indent the lines between; or, if it belongs to the text, quote the value, as in `a: "[b, c"`',
  ],
  [
    'a: {\nb: c\n}',
    '3:4',
    'This { is not closed before the next line that is not indented',
    'Close it with }, and indent the lines between',
  ],
  [
    'a: [[b], [c]',
    '3:4',
    'This [ is not closed before the next line that is not indented',
    'Close it with ], and indent the lines between; or, if it belongs to the text, quote the value, as in `a: "[[b], [c]"`',
  ],
  [
    'a: [b]]',
    '3:7',
    'This ] closes nothing',
    'Remove it; or, if it belongs to the text, quote the value, as in `a: "[b]]"`',
  ],
  [
    'a: [b,, c]',
    '3:7',
    'This comma separates nothing',
    'Remove it; or, if it belongs to the text, quote the value, as in `a: "[b,, c]"`',
  ],
  [
    'a: ["b" "c"]',
    '3:9',
    'The values in brackets cannot be told apart here',
    `Separate them with commas, and quote one that holds a colon or a quote, or starts with a dash; or, if it belongs to the text, quote the value, as in \`a: '["b" "c"]'\``,
  ],
  [
    'a: {b: c: d}',
    '3:8',
    'The values in brackets cannot be told apart here',
    'Separate them with commas, and quote one that holds a colon or a quote, or starts with a dash; or, if it belongs to the text, quote the value, as in `a: "{b: c: d}"`',
  ],
  [
    'a: [- b]',
    '3:5',
    'The values in brackets cannot be told apart here',
    'Separate them with commas, and quote one that holds a colon or a quote, or starts with a dash; or, if it belongs to the text, quote the value, as in `a: "[- b]"`',
  ],
]

/** Headers whose first line is at fault. */
const FIRST_LINES: readonly (readonly [yaml: string, problem: string, message: string])[] = [
  ['%TAG x\nname: x', 'yaml-syntax 2:1', 'A header has no lines that start with %.'],
  ['%YAML 1.2\nname: x', 'yaml-syntax 2:1', 'A header has no lines that start with %.'],
  [
    '- name: x\ndescription: y',
    'yaml-syntax 2:1',
    'This line is an item of a list, for it starts with `- `, and a key belongs here.',
  ],
  [
    '- name: x\n- description: y',
    'header-not-map 2:1',
    'This line is an item of a list, for it starts with `- `, and a key belongs here.',
  ],
  [
    '  name: x\ndescription: y',
    'yaml-syntax 3:1',
    'This key does not start at the column of a key that it could belong to.',
  ],
  [
    'name：x\ndescription：y',
    'header-not-map 2:1',
    'After "name" stands the character "：" (U+FF1A) in place of a colon.',
  ],
  ['name = x', 'header-not-map 2:1', 'After "name" stands "=" in place of a colon.'],
  ['name x\ndescription: y', 'yaml-syntax 2:1', 'The colon after "name" is missing.'],
  ['All about tea\nname: x', 'yaml-syntax 2:1', 'This line is no key.'],
  ['All about tea', 'header-not-map 2:1', 'The header holds no keys.'],
  ['[a]\nname: x', 'yaml-syntax 2:1', 'This line is no key.'],
  [
    '... x\nname: x',
    'yaml-syntax 2:1',
    'This line is no key, and it does not end the header: only a line that is exactly `---` does.',
  ],
]

/** Words of the parser that mean nothing to the author of a skill. */
const JARGON =
  /implicit|mapping|scalar|\bflow\b|collection|sequence|compact|plain value|token|indicator|directive|node|block-|document-end|BLOCK_|FLOW_|MISSING_|unexpected|resolve|verbatim/i

/** What is said, without what it quotes from the file and what it shows as an example. */
function wordsOf({ message, hint }: FormatProblem): string {
  return `${message} ${hint}`.replaceAll(/`[^`]*`|"[^"]*"/g, '')
}

function codesOf(yaml: string): readonly string[] {
  const documents = [...new Composer({ uniqueKeys: false, logLevel: 'silent' }).compose(new Parser().parse(yaml), true)]
  return documents.flatMap(({ errors }) => errors.map(({ code }) => code))
}

describe('a header that is no YAML', () => {
  it.each(FAULTS)('is told of by what is wrong in %j, where, and what to write', (yaml, place, message, hint) => {
    const [problem] = read(fileWith(`name: x\n${yaml}`)).problems
    expect({ place: `${problem?.line}:${problem?.column}`, message: problem?.message, hint: problem?.hint }).toEqual({
      place,
      message: `${message}.`,
      hint: `${hint}.`,
    })
  })

  it('is told of by one problem, also where it cannot be repaired', () => {
    const refused = FAULTS.filter(([yaml]) => yaml.includes('description')).flatMap(([yaml]) => {
      const { kind, problems } = read(fileWith(`name: x\n${yaml}`), 'repair')
      return kind === 'refused' ? [{ yaml, problems }] : []
    })
    expect(refused.length).toBeGreaterThan(20)
    expect(refused.filter(({ problems }) => problems.length > 1)).toEqual([])
    expect(refused.filter(({ problems }) => problems[0]?.message.includes('name is left out'))).toEqual([])
  })

  it.each(FIRST_LINES)('is told of by its first line: %j', (yaml, place, message) => {
    const result = read(fileWith(yaml))
    expect(outcome(fileWith(yaml))[1]).toBe(`error ${place}`)
    expect(result.problems[0]?.message).toBe(message)
  })

  it('is covered here with every code that can reach an author', () => {
    const codes = new Set([
      ...FAULTS.flatMap(([yaml]) => codesOf(`name: x\n${yaml}\n`)),
      ...FIRST_LINES.flatMap(([yaml]) => codesOf(`${yaml}\n`)),
    ])
    expect([...codes].toSorted()).toEqual([
      'BAD_ALIAS',
      'BAD_DIRECTIVE',
      'BAD_DQ_ESCAPE',
      'BAD_INDENT',
      'BAD_SCALAR_START',
      'BLOCK_AS_IMPLICIT_KEY',
      'BLOCK_IN_FLOW',
      'KEY_OVER_1024_CHARS',
      'MISSING_CHAR',
      'MULTILINE_IMPLICIT_KEY',
      'MULTIPLE_ANCHORS',
      'MULTIPLE_TAGS',
      'TAB_AS_INDENT',
      'TAG_RESOLVE_FAILED',
      'UNEXPECTED_TOKEN',
    ])
  })
})

describe('no problem of any header', () => {
  const marks = '\n|\n|\n  |\n\t| |: |:|- |? | #|#|"|\'|\\|>|>-|[|]|{|}|,|&|&a|!|!a|!<|%|@|`|=|...|---'.split('|')
  const words = ['|', '\u00a0', '：', '\u200b', 'name', 'description', 'x', 'use it']
  const piece = fc.constantFrom(...marks, ...words)
  const yaml = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))

  it('speaks in the words of the parser', () => {
    fc.assert(
      fc.property(
        yaml,
        fc.constantFrom('', 'name: x\n', 'name: x\ndescription: '),
        fc.constantFrom('strict', 'repair'),
        (text, before, tolerance) => {
          for (const problem of read(fileWith(`${before}${text}`), tolerance).problems) {
            expect(wordsOf(problem)).not.toMatch(JARGON)
          }
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('shows a mended line that does not mend, whatever stands below it', () => {
    let shown = 0
    let shownOverLines = 0
    const below = fc.constantFrom('', '\nlicense: MIT', '\nmore', '\n  more', '\n# note', '\n"')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), below, (pieces, end) => {
        const lines = `description: ${pieces.join('')}${end}`.split('\n')
        const [problem] = lines.some((line) => line.trimEnd() === '---')
          ? []
          : read(fileWith(`name: x\n${lines.join('\n')}`)).problems
        const [, spaced, plain] =
          /as in (?:`` (.*?) ``|`([^\n]*?)`)(?:\.$|, or |: between)/.exec(problem?.hint ?? '') ?? []
        const mended = spaced ?? plain
        const key = mended?.slice(0, mended.indexOf(':'))
        if (mended === undefined || mended.includes('…') || key === undefined) return
        const index = (problem?.line ?? 0) - 3
        const [, indent = ''] = /^([ \t]*)/.exec(lines[index] ?? '') ?? []
        expect(lines[index]?.startsWith(`${indent}${key}`)).toBe(true)
        // The next key may have a fault of its own.
        const other = lines.findIndex((line, at) => at > index && /^[^ \t\n#].*:(?: |\t|$)/.test(line))
        const rest = lines.slice(index + 1, other === -1 ? undefined : other)
        const mendedText = ['name: x', ...lines.slice(0, index), `${indent}${mended}`, ...rest].join('\n')
        shown += 1
        if (rest.length > 0) shownOverLines += 1
        const errors = read(fileWith(mendedText)).problems.filter(({ severity }) => severity === 'error')
        expect([
          mendedText,
          errors.filter(({ code }) => code !== 'description-missing' && code !== 'key-duplicate'),
        ]).toEqual([mendedText, []])
      }),
      { numRuns: 4000 },
    )
    expect(shown).toBeGreaterThan(100)
    expect(shownOverLines).toBeGreaterThan(5)
  })

  it.each([
    ['a value that is long', `description: @${'x'.repeat(80)}`],
    ['a value that goes on below', 'description: @x\n  y'],
    ['a value with what may be a comment', 'description: @x #y'],
    ['a value with a control character', 'description: @x\u001b[2J'],
  ])('repeats %s', (_, line) => {
    expect(read(fileWith(`name: x\n${line}`)).problems[0]?.hint).toContain('`description: "…"`')
  })
})

describe('a key that is written otherwise', () => {
  it.each([
    ['Name: x\ndescription: y', 'name', 'Name', '2:1'],
    ['NAME: x\ndescription: y', 'name', 'NAME', '2:1'],
    ['\u200bname: x\ndescription: y', 'name', '\\u{200b}name', '2:1'],
    ['name: x\nDescription: y', 'description', 'Description', '3:1'],
    ['name: x\n\u00a0description: y', 'description', '\u00a0description', '3:1'],
    ['name: x\n-description: y', 'description', '-description', '3:1'],
    ['name: x\n"description ": y', 'description', 'description ', '3:1'],
    ['name: x\ndescripton: y', 'description', 'descripton', '3:1'],
    ['name: x\ndescriptions: y', 'description', 'descriptions', '3:1'],
    ['name: x\ndiscription: y', 'description', 'discription', '3:1'],
  ])('in %j is named where the right one is missing', (yaml, wanted, written, place) => {
    for (const tolerance of ['strict', 'repair'] as const) {
      const [problem] = read(fileWith(yaml), tolerance).problems
      expect(`${problem?.line}:${problem?.column} ${problem?.message}`).toBe(
        `${place} ${wanted} is missing, but there is a key "${written}".`,
      )
      expect(problem?.hint).toContain(`Write that key as \`${wanted}\``)
    }
  })

  it('is none that means something else', () => {
    for (const yaml of ['game: x\ndescription: y', 'names: x\ndescription: y', 'name: x\nsubscription: y']) {
      expect(read(fileWith(yaml)).problems[0]?.message).toMatch(/^(?:name|description) is missing\.$/)
    }
  })
})
