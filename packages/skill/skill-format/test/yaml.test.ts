import { describe, expect, it } from 'vitest'
import { fileWith, outcome, read, skillWith } from './read.ts'

describe('an unquoted colon', () => {
  const text = '---\nname: ship-notes\ndescription: Drafts notes: features, fixes, risks\n---\nWrite them.'

  it('refuses the header in strict, and says where and what to do [F01]', () => {
    const result = read(text)
    expect(result).toMatchObject({
      kind: 'refused',
      name: 'ship-notes',
      problems: [{ line: 3, column: 26, severity: 'error' }],
    })
    expect(result.problems[0]?.hint).toMatch(/^Quote the value/)
  })

  it('is repaired word for word, with the same place and advice [F01]', () => {
    const result = read(text, 'repair')
    expect(result).toMatchObject({ kind: 'skill', header: { description: 'Drafts notes: features, fixes, risks' } })
    expect(result.problems).toHaveLength(1)
    expect(result.problems[0]).toMatchObject({ code: 'key-repaired', severity: 'warning', line: 3, column: 26 })
    expect(result.problems[0]?.hint).toMatch(/^Quote the value/)
  })

  it('is counted in the file, whatever stands in front of the header [F01]', () => {
    expect(outcome(`\uFEFF<!-- a\nb -->\r\n\r\n${text.replaceAll('\n', '\r\n')}`)).toEqual([
      'refused',
      'error yaml-syntax 6:26',
    ])
  })

  it('is found on a line below, where indentation may be the fault [F01]', () => {
    const result = read(fileWith('name: x\n description: One.'))
    expect(result.problems).toMatchObject([{ code: 'yaml-syntax', line: 3, column: 13 }])
    expect(result.problems[0]?.hint).toContain('same column')
  })

  it('refuses the header also under a key that is not used [F01] [F05]', () => {
    expect(outcome(skillWith('license: a: b'))).toEqual(['refused', 'error yaml-syntax 4:11'])
    expect(outcome(skillWith('allowed-tools: [a[b], c]'))).toEqual(['refused', 'error yaml-syntax 4:18'])
    expect(outcome(skillWith('license: a: b'), 'repair')).toEqual(['A skill.', 'warning yaml-syntax 4:11'])
  })
})

describe('other errors of YAML', () => {
  it.each([
    ['description: @foo', 3, 14, 'An unquoted value cannot start with "@".'],
    ['description: `foo` bar', 3, 14, 'An unquoted value cannot start with "`".'],
    [
      'description: "C:\\dir"',
      3,
      17,
      'Between double quotes, this backslash starts an escape that YAML does not know.',
    ],
    ['\tdescription: x', 3, 1, 'This line is indented with a tab.'],
    ['description: "foo\nbar: baz', 3, 14, 'This quote is never closed.'],
    ["description: 'its\nbar: baz", 3, 14, 'This quote is never closed.'],
    ['description: - foo', 3, 14, 'A map or list cannot start on the line of its key.'],
    ['description: ? foo', 3, 14, 'A map or list cannot start on the line of its key.'],
    ['description: x\n...\nfoo: bar', 5, 1, 'The header holds more than one YAML document.'],
  ])('%j is named with its place', (line, atLine, column, message) => {
    const result = read(fileWith(`name: x\n${line}`))
    expect(result).toMatchObject({ kind: 'refused', problems: [{ line: atLine, column, message }] })
  })

  it('a message shows no control characters, and is short whatever the value [B7]', () => {
    const [problem] = read(fileWith(`name: x\ndescription: "\\q\u001b[2J" ${'y'.repeat(500)}`)).problems
    const words = `${problem?.message} ${problem?.hint}`
    expect(words).not.toMatch(/\p{C}/u)
    expect(words.length).toBeLessThan(300)
  })

  it('a header without a blank after its colons holds no keys', () => {
    expect(outcome(fileWith('name:x\ndescription:y'))).toEqual(['refused', 'error header-not-map 2:1'])
    expect(outcome(fileWith('- name: x'))).toEqual(['refused', 'error header-not-map 2:1'])
  })

  it('an empty header lacks both required keys', () => {
    const expected = ['refused', 'error name-missing 1:1', 'error description-missing 1:1']
    expect(outcome('---\n---\nBody')).toEqual(expected)
    expect(outcome('---\n# only a comment\n\n---\nBody')).toEqual(expected)
  })
})

describe('what YAML reads as something else', () => {
  it('a comment that eats the end of a description gets a warning with its place [F02]', () => {
    const result = read(fileWith('name: a\ndescription: Posts to the #deploys channel after a merge'))
    expect(result).toMatchObject({
      header: { description: 'Posts to the' },
      problems: [{ code: 'yaml-comment', line: 3, column: 27 }],
    })
    expect(result.problems[0]?.message).toContain('the text after # is a comment')
    expect(outcome(fileWith('name: a\ndescription: One\n  two #three'))).toEqual([
      'One two',
      'warning yaml-comment 4:7',
    ])
    expect(outcome(fileWith('name: a\ndescription: #all of it'))).toEqual([
      'refused',
      'warning yaml-comment 3:14',
      'error description-missing 3:1',
    ])
    expect(outcome(skillWith('when_to_use: In the #ops channel'))).toEqual(['A skill.', 'warning yaml-comment 4:21'])
  })

  it('other comments get none [F02]', () => {
    for (const lines of [
      'description: "Uses #tags" # reviewed',
      'description: One\n# owner: team-x',
      'description: One#two',
      'description: >- # note\n  One',
      'description: # note\n  One',
    ]) {
      expect(read(fileWith(`name: a\n${lines}`))).toMatchObject({ kind: 'skill', problems: [] })
    }
  })

  it('anchors and tags eat words and get a warning', () => {
    expect(outcome(fileWith('name: a\ndescription: !important x'))).toEqual(['x', 'warning yaml-tag 3:14'])
    expect(outcome(fileWith('name: a\ndescription: &now x'))).toEqual(['x', 'warning yaml-anchor 3:14'])
    const many = read(skillWith('b: !x 1\nc: [!y 2, &z 3]'))
    expect(many.problems.map(({ message }) => message)).toEqual([
      'YAML reads "&z" as an anchor, not as text.',
      'YAML reads "!x" as a tag, not as text (the first of 2 in this header).',
    ])
  })

  it('aliases are refused, also bold text that looks like one [B3]', () => {
    expect(outcome(fileWith('name: a\ndescription: **Use** this'))).toEqual(['refused', 'error yaml-alias 3:14'])
    expect(outcome(fileWith('name: a\ndescription: *all'))).toEqual(['refused', 'error yaml-alias 3:14'])
    expect(outcome(skillWith('b: [*y]\nmetadata: &m {self: *m}'))).toEqual(['refused', 'error yaml-alias 4:5'])
  })

  it('all forms of block text carry the text [F04]', () => {
    const texts = ['|', '>', '|-', '>-', '|+', '>+', '|2', '>2-'].map((mark) => {
      const result = read(fileWith(`name: a\ndescription: ${mark}\n  One line.\n  Two lines.`))
      return result.kind === 'skill' ? result.header.description : result
    })
    const [literal, folded] = ['One line.\nTwo lines.', 'One line. Two lines.']
    expect(texts).toEqual([literal, folded, literal, folded, literal, folded, literal, folded])
  })
})

describe('a key given twice', () => {
  it('is an error that names the key and both lines [F06]', () => {
    const result = read(fileWith('name: a\ndescription: One\nlicense: MIT\ndescription: Two'))
    expect(result.kind).toBe('refused')
    expect(result.problems).toMatchObject([
      { code: 'key-duplicate', line: 5, column: 1, message: 'The key "description" is given twice, on lines 3 and 5.' },
    ])
  })

  it.each([
    ['description: One\ndescription: Two\n\ndescription: Three', '3 times, on lines 3, 4 and 6', 4],
    [`description: One${'\ndescription: x'.repeat(9)}`, '10 times, on lines 3, 4, 5, 6, 7, 8, 9, 10 and more', 4],
    ['description: One\nmetadata: { a: 1, a: 2, a: 3 }', '3 times, on line 4', 4],
  ])('or more often names the lines of all: %j [F06]', (yaml, words, line) => {
    for (const tolerance of ['strict', 'repair'] as const) {
      const [problem] = read(fileWith(`name: a\n${yaml}`), tolerance).problems
      expect(problem?.message).toContain(`is given ${words}`)
      expect(problem?.line).toBe(line)
    }
  })

  it('counts with any quotes, at any depth, once a key [F06]', () => {
    expect(outcome(fileWith('name: a\n"name": b\ndescription: One'))).toEqual(['refused', 'error key-duplicate 3:1'])
    expect(outcome(skillWith('metadata:\n  a: 1\n  b: [{ c: 1, c: 2, c: 3 }]\n  a: 2'))).toEqual([
      'refused',
      'error key-duplicate 6:15',
      'error key-duplicate 7:3',
    ])
  })

  it('does not count in different maps [F06]', () => {
    expect(outcome(skillWith('metadata: { name: 1, a: { name: 2 }, b: [{ name: 3 }, { name: 4 }] }'))).toEqual([
      'A skill.',
    ])
  })
})
