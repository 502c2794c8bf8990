import { describe, expect, it } from 'vitest'
import { HEADER_MAX_NODES } from '../src/index.ts'
import { brief, fileWith, outcome, read, skillWith } from './read.ts'

describe('repair', () => {
  it('changes nothing in a header that parses', () => {
    const text = fileWith(
      'name: x\ndescription: "One: two" # three\nmetadata: { a: &b [1] }\ndisable-model-invocation: maybe',
    )
    expect(read(text, 'repair')).toEqual(read(text))
  })

  it.each([
    ['Drafts notes: features', 'Drafts notes: features'],
    ['  Use when: a: b: c \t', 'Use when: a: b: c'],
    ['@foo and `bar`', '@foo and `bar`'],
    ['`code` first', '`code` first'],
    ['**Use** this', '**Use** this'],
    ['*all', '*all'],
    ['"quoted" and more', '"quoted" and more'],
    ["'it's here'", "'it's here'"],
    ['"never closed', '"never closed'],
    ['[a[b], c]', '[a[b], c]'],
    ['[a] b', '[a] b'],
    ['{a: b} c: d', '{a: b} c: d'],
    ['- a', '- a'],
    ['"C:\\dir"', '"C:\\dir"'],
    ['a: b # c', 'a: b # c'],
    ['% 100', '% 100'],
    ['> One line', '> One line'],
    ['a:', 'a:'],
  ])('takes %j word for word [F01]', (value, description) => {
    const result = read(fileWith(`name: x\ndescription: ${value}\nlicense: MIT`), 'repair')
    expect(result).toMatchObject({ kind: 'skill', header: { description } })
    expect(result.problems.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ['key-repaired', 'warning', 3],
    ])
    expect(result.problems[0]?.message).toMatch(/; the text of description was taken word for word\.$/)
  })

  it('reads the other keys as YAML, each alone', () => {
    const yaml =
      'name: "x"\ndescription: a: b\nwhenToUse: >-\n  One\n  two\nmetadata:\n  list:\n  - 1\n"license": MIT\ntools:\n- Bash\n- Read'
    expect(read(fileWith(yaml), 'repair')).toMatchObject({
      kind: 'skill',
      header: { name: 'x', description: 'a: b', whenToUse: 'One two', metadata: { list: [1] } },
      problems: [{ code: 'key-repaired' }],
    })
  })

  it('works with CRLF and with indented headers', () => {
    const yaml = '  name: x\n  description: a: b\n  metadata:\n    c: d'
    for (const text of [fileWith(yaml), fileWith(yaml).replaceAll('\n', '\r\n')]) {
      expect(read(text, 'repair')).toMatchObject({ header: { name: 'x', description: 'a: b', metadata: { c: 'd' } } })
    }
  })

  it('drops a key whose value goes on below', () => {
    expect(outcome(fileWith('name: x\ndescription: a: b\n  and more'), 'repair')).toEqual([
      'refused',
      'error key-dropped 3:15',
    ])
    expect(outcome(fileWith('name: x\ndescription: One.\nmetadata:\n  a: b: c'), 'repair')).toEqual([
      'One.',
      'warning key-dropped 5:7',
    ])
    expect(outcome(fileWith('name: x\ndescription: One.\nwhenToUse: "a\nb'), 'repair')).toEqual([
      'One.',
      'warning key-dropped 4:12',
    ])
  })

  it('says of a key that no skill goes without once what is wrong, and that it is left out', () => {
    const { problems } = read(fileWith('name: x\ndescription: >-\nUse it'), 'repair')
    expect(problems.map(brief)).toEqual(['error key-dropped 4:1'])
    expect(problems[0]?.message).toContain('; description is left out, since its value takes more than one line.')
  })

  it.each([
    ['name: x\ndescription:no blank', '3:1', 'The blank after the colon of "description" is missing.'],
    ['name: x\ndescription y', '3:1', 'The colon after "description" is missing.'],
    ['name: x\n- description: y', '3:1', 'This line is an item of a list'],
    ['name: x\n"description: y', '3:1', 'This quote is never closed.'],
    ['name: x\n description: y', '3:13', 'An unquoted value holds a colon followed by a blank'],
    ['name: x\n\tdescription: y', '3:1', 'This line is indented with a tab.'],
    ['name: x\nlicense: MIT\n description: y', '4:13', 'An unquoted value holds a colon followed by a blank'],
    ['  name: x\ndescription: y', '3:1', 'This key does not start at the column of a key'],
    ['name: x\ndisable-model-invocation: true\ndescription:y', '4:1', 'The blank after the colon of "description"'],
    ['name: x\ndisable-model-invocation: true\n description: y', '4:13', 'An unquoted value holds a colon'],
    ['description: y\nname:x', '3:1', 'The blank after the colon of "name" is missing.'],
    ['description: y\n name: x', '3:6', 'An unquoted value holds a colon followed by a blank'],
    ['name x\ndescription: y', '2:1', 'The colon after "name" is missing.'],
    ['- name: x\ndescription: y', '2:1', 'This line is an item of a list'],
    ['name:x\ndescription:y', '2:1', 'The blank after the colon of "name" is missing.'],
  ])('tells of a key that is lost in the lines of another one once, as strict does: %j', (yaml, place, message) => {
    const result = read(fileWith(yaml), 'repair')
    expect(result.kind).toBe('refused')
    expect(result.problems.map(({ line, column, severity }) => `${severity} ${line}:${column}`)).toEqual([
      `error ${place}`,
    ])
    expect(result.problems[0]?.message).toContain(message)
    const [strict, ...more] = read(fileWith(yaml)).problems
    expect([more, strict?.message, strict?.severity]).toEqual([[], result.problems[0]?.message, 'error'])
  })

  it.each(['name: "x\ny"', 'name:\nx', 'name: >-\nx', 'name: [x\ny]', 'name: x: y', 'name: "x', 'name: "x" y\nz'])(
    'tells of a name that cannot be read once: %j',
    (yaml) => {
      for (const lines of [`${yaml}\ndescription: One.`, `description: One.\n${yaml}`]) {
        const { kind, problems } = read(fileWith(lines), 'repair')
        expect([kind, problems.map(({ severity }) => severity)]).toEqual(['refused', ['error']])
      }
    },
  )

  it('tells of each fault once, when there are several', () => {
    const { problems } = read(fileWith('name: x\nlicense: a: b\ndescription:no blank\nwhenToUse = c'), 'repair')
    expect(problems.map(brief)).toEqual([
      'warning yaml-syntax 3:11',
      'error yaml-syntax 4:1',
      'warning yaml-syntax 5:1',
    ])
  })

  it('reads a key whose lines hold another one that is lost, and keeps the rest', () => {
    expect(outcome(fileWith('name: x\nlicense:MIT\ndescription: One.'), 'repair')).toEqual([
      'One.',
      'warning yaml-syntax 3:1',
    ])
    expect(outcome(fileWith('name: x\n---- \ndescription: One.\nwhenToUse:two'), 'repair')).toEqual([
      'One.',
      'warning yaml-syntax 3:1',
      'warning yaml-syntax 5:1',
    ])
    expect(read(fileWith('name: x\ndescription:y'))).toMatchObject({ kind: 'refused', name: 'x' })
  })

  it('takes no part of a text for the whole of it', () => {
    for (const lines of [
      'One.\nTwo',
      'One.\nhost:80',
      'One.\n- two',
      'One.\n  name: two',
      'One.\n  metadata: two',
      'One.\n  two\n  whenToUse: a',
    ]) {
      expect(outcome(fileWith(`name: x\ndescription: ${lines}`), 'repair')).toEqual([
        'refused',
        expect.stringMatching(/^error key-dropped/),
      ])
    }
  })

  it('takes comments and blank lines below a key for no part of its value', () => {
    expect(outcome(fileWith('name: x\ndescription: a: b\n\n# note\n  # more\nlicense: MIT'), 'repair')).toEqual([
      'a: b',
      'warning key-repaired 3:15',
    ])
  })

  it('invents nothing', () => {
    for (const [yaml, codes] of [
      ['description: a: b', ['key-repaired', 'name-missing']],
      ['name: a: b\ndescription: One.', ['yaml-syntax']],
      ['name: x\nlicense: a: b', ['yaml-syntax', 'description-missing']],
      ['name:x\ndescription:y', ['header-not-map']],
      ['{ name: x, description: a: b: c }', ['yaml-syntax']],
      ['name: *x\ndescription: One.', ['yaml-alias']],
    ] as const) {
      const result = read(fileWith(yaml), 'repair')
      expect([result.kind, ...result.problems.map(({ code }) => code)]).toEqual(['refused', ...codes])
    }
  })

  it('takes the first of a key given more than once, and says so with all its lines [F06]', () => {
    const result = read(
      fileWith('name: x\ndescription: One.\ndescription: Two.\nname: y\ndescription: Three.'),
      'repair',
    )
    expect(result).toMatchObject({ kind: 'skill', header: { name: 'x', description: 'One.' } })
    expect(result.problems.map(({ message }) => message)).toEqual([
      'The key "name" is given twice, on lines 2 and 5.',
      'The key "description" is given 3 times, on lines 3, 4 and 6.',
    ])
    expect(result.problems.map(({ severity }) => severity)).toEqual(['warning', 'warning'])
  })

  it('reports what stands between the keys, too', () => {
    expect(outcome(fileWith('[\nname: x\ndescription: One.'), 'repair')[0]).toBe('One.')
    expect(outcome(fileWith('[\nname: x\ndescription: One.'), 'repair')[1]).toMatch(/^warning yaml-syntax/)
    expect(outcome(fileWith('name: x\ndescription: One.\n...\nlicense: MIT'), 'repair')).toEqual([
      'One.',
      'warning yaml-syntax 5:1',
    ])
  })

  it('leaves a metadata of text out', () => {
    expect(outcome(fileWith('name: x\ndescription: One.\nmetadata: a: b'), 'repair')).toEqual([
      'One.',
      'warning key-repaired 4:12',
      'warning metadata-dropped 4:11',
    ])
  })

  it('warns of eaten words in the keys that parse', () => {
    expect(outcome(fileWith('name: x\ndescription: !b One #two\nwhenToUse: a: b'), 'repair')).toEqual([
      'One',
      'warning yaml-tag 3:14',
      'warning key-repaired 4:13',
      'warning yaml-comment 3:21',
    ])
  })
})

describe('the flag under repair', () => {
  function hidden(lines: string): boolean | string {
    const result = read(fileWith(`name: x\ndescription: a: b\n${lines}`), 'repair')
    return result.kind === 'skill' ? result.header.disableModelInvocation : result.kind
  }

  it('keeps its meaning when its own key parses [F73]', () => {
    expect(hidden('disable-model-invocation: false')).toBe(false)
    expect(hidden('disableModelInvocation: true')).toBe(true)
    expect(hidden('license: MIT')).toBe(false)
    expect(hidden('notes: >-\n  disable-model-invocation: false')).toBe(false)
  })

  it.each([
    'disable-model-invocation: false: x',
    'disable-model-invocation: "false',
    'disableModelInvocation: *false',
    'disable-model-invocation: false: x\n  y',
    'disable-model-invocation: false\n y: z',
    'disable-model-invocation: false\n whenToUse: z',
    'license: MIT\ndisable-model-invocation:false',
    'license: MIT\ndisable-model-invocation = false',
    'disable-model-invocation: false\ndisable-model-invocation: false',
    'license: MIT\n disable-model-invocation: false',
    'license: "MIT\n "disable-model-invocation" : false',
    'license: x\nlicense: y\n  disable-model-invocation: false',
    'metadata: [\ndisable-model-invocation: false: ]',
  ])('hides the skill when it was repaired, dropped or lost: %j [F73]', (lines) => {
    expect(hidden(lines)).toBe(true)
  })

  it('hides the skill when it stands in front of all keys that can be read [F73]', () => {
    expect(outcome(fileWith('[\n  disable-model-invocation: true\nname: x\ndescription: One.'), 'repair')).toContain(
      'warning flag-unclear 3:1',
    )
  })
})

describe('what is never repaired', () => {
  it('is nesting, also when only a key read alone shows it', () => {
    expect(outcome(fileWith(`name: x\ndescription: a: b\nmetadata: ${'['.repeat(40)}`), 'repair')).toEqual([
      'refused',
      expect.stringMatching(/^error header-too-complex 4:/),
    ])
    const result = read(fileWith(`license: "\nname: x\ndescription: One.\nmetadata: ${'['.repeat(40)}`), 'repair')
    expect(result.problems.map(brief).at(-1)).toMatch(/^error header-too-complex 5:/)
    expect(result).toMatchObject({ kind: 'refused', name: 'x' })
  })

  it('is the number of nodes, over all keys', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}: v`).join('\n')
    const yaml = (count: number) => `license: "\nname: x\ndescription: One.\n${keys(count)}`
    const most = (HEADER_MAX_NODES - 1) / 2 - 3
    expect(outcome(fileWith(yaml(Math.floor(most))), 'repair')[0]).toBe('One.')
    expect(outcome(fileWith(yaml(Math.ceil(most))), 'repair').at(-1)).toMatch(/^error header-too-complex/)
  })
})

describe('a key inside of metadata that is given twice', () => {
  const metadata = (lines: string, tolerance: 'strict' | 'repair' = 'repair') => {
    const result = read(skillWith(`metadata:\n${lines}`), tolerance)
    const { header } = result.kind === 'skill' ? result : { header: undefined }
    return { metadata: header && JSON.parse(JSON.stringify(header.metadata)), problems: result.problems.map(brief) }
  }

  it.each([
    ['twice', '  author: Ann\n  a: 1\n  a: 2', { author: 'Ann', a: 1 }, ['warning key-duplicate 7:3']],
    ['three times', '  a: 1\n  a: 2\n  b: 3\n  a: 4', { a: 1, b: 3 }, ['warning key-duplicate 6:3']],
    ['deeper', '  x:\n    a: 1\n    a: 2\n  y: 3', { x: { a: 1 }, y: 3 }, ['warning key-duplicate 7:5']],
    ['in a list', '  x:\n    - a: 1\n      a: 2\n    - 3', { x: [{ a: 1 }, 3] }, ['warning key-duplicate 7:7']],
    ['in braces', '  x: { a: 1, a: 2, b: 3 }', { x: { a: 1, b: 3 } }, ['warning key-duplicate 5:14']],
    ['as a number and as text', '  1: a\n  "1": b', { 1: 'a' }, ['warning key-duplicate 6:3']],
    ['as a map the second time', '  a: 1\n  a:\n    b: 2', { a: 1 }, ['warning key-duplicate 6:3']],
  ])('costs its later copies alone: %s [G26]', (_title, lines, expected, problems) => {
    expect(metadata(lines)).toEqual({ metadata: expected, problems })
    expect(metadata(lines, 'strict')).toMatchObject({
      metadata: undefined,
      problems: [expect.stringMatching('^error key-duplicate')],
    })
  })

  it('costs nothing else when another key has a fault, and metadata itself stands twice [G26]', () => {
    const text = fileWith('name: x\ndescription: a: b\nmetadata:\n  k: 1\n  k: 2\nmetadata:\n  l: 3')
    const result = read(text, 'repair')
    expect(result).toMatchObject({ kind: 'skill', header: { description: 'a: b', metadata: { k: 1 } } })
    expect(result.problems.map(brief)).toEqual([
      'warning key-repaired 3:15',
      'warning key-duplicate 6:3',
      'warning key-duplicate 7:1',
    ])
  })
})
