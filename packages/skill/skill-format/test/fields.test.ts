import { describe, expect, it } from 'vitest'
import { parseSkill } from '../src/index.ts'
import { DESCRIPTION_ADVISED_LENGTH } from '../src/limits.ts'
import { fileWith, outcome, read, skillWith, tagCharacters } from './read.ts'

function messages(yaml: string): readonly string[] {
  return read(fileWith(yaml)).problems.map(({ message, hint }) => `${message} ${hint}`)
}

/** Whether a file loads once the line that a hint shows for the name stands in it. */
function loadsOnce(hint: string | undefined): boolean {
  const line = /`(name: [^`]+)`/.exec(hint ?? '')?.[1]
  return line !== undefined && read(fileWith(`${line}\ndescription: A skill.`)).kind === 'skill'
}

describe('the name', () => {
  it.each([
    ['name: 12306', 'name must be text, got number. Write `name: "12306"`.'],
    ['name: true', 'name must be text, got boolean. Write `name: "true"`.'],
    ['name: 1e3', 'name must be text, got number. Write `name: "1e3"`.'],
    ['name: [a]', 'name must be text, got a list. Write `name: a`.'],
    ['name: {a: b}', 'name must be text, got a map. Write `name: a-b`.'],
    ['name:', 'name is empty. Write `name: x`.'],
    ['license: MIT', 'name is missing. Write `name: x`.'],
  ])('%s is refused with a sentence of its own, and nothing is guessed [F15]', (line, message) => {
    expect(messages(`${line}\ndescription: A skill.`)).toEqual([message])
  })

  it.each([
    '12306',
    '1e3',
    '0o7',
    'true',
    'false',
    '1.5',
    '.inf',
    '-.INF',
    '.nan',
    '-5',
    '+5',
    '1e+3',
    '0xFF',
    'True',
    'FALSE',
  ])('that is %s is advised to be written so that it loads [F15] [G39]', (value) => {
    const [problem] = read(fileWith(`name: ${value} # note\ndescription: A skill.`)).problems
    expect(problem?.code).toBe('field-type')
    expect(loadsOnce(problem?.hint)).toBe(true)
  })

  it.each(['a: b', '@x', '"x', '"x" y', '[x', '*x', '"\\q"', '- x', '!a !b c', 'x" #', '> x'])(
    'that is %s is never to be quoted, for that makes no name of it',
    (value) => {
      const [problem] = read(fileWith(`name: ${value}\ndescription: A skill.`)).problems
      expect(problem?.severity).toBe('error')
      expect(problem?.hint).not.toContain('uote the value')
      expect(loadsOnce(problem?.hint)).toBe(true)
    },
  )

  it.each([
    ['Sea Chart', 'a/SKILL.md', 'sea-chart'],
    ['PDF_Tools v2', 'a/SKILL.md', 'pdf-tools-v2'],
    ['seaChart', 'a/SKILL.md', 'sea-chart'],
    ['Café crème', 'a/SKILL.md', 'cafe-creme'],
    ['-tea--pot-', 'a/SKILL.md', 'tea-pot'],
    ['acme.babysit', 'a/SKILL.md', 'acme-babysit'],
    ['数据', 'skills/Data Set/SKILL.md', 'data-set'],
    ['dеploy', 'skills/deploy/SKILL.md', 'deploy'],
    ['数据', 'skills/tea.md', 'tea'],
    ['🍵', '数据/SKILL.md', 'my-skill-2'],
    ['Sea: Chart', 'a/SKILL.md', 'sea-chart'],
    ['2024', 'a/SKILL.md', '"2024"'],
  ])('%j in %s is advised to be %s [G39]', (value, path, name) => {
    const file = fileWith(`name: ${value}\ndescription: A skill.`)
    const { problems } = parseSkill({ text: file, isComplete: true }, { path })
    expect(problems[0]?.hint).toContain(`\`name: ${name}\``)
    expect(loadsOnce(problems[0]?.hint)).toBe(true)
  })

  it('may look like a date [F15]', () => {
    expect(read(fileWith('name: 2024-05-01\ndescription: A skill.'))).toMatchObject({ header: { name: '2024-05-01' } })
  })

  it('is ASCII kebab-case and nothing else [F24]', () => {
    for (const name of [
      'café',
      '数据-分析',
      'cafe\u0301',
      'deplоy',
      'Deploy',
      'a--b',
      '-a',
      'a-',
      'a_b',
      'a b',
      '""',
      '"a "',
      '"a\\n"',
    ]) {
      const result = read(fileWith(`name: ${name}\ndescription: A skill.`))
      expect(result).toMatchObject({ kind: 'refused', problems: [{ code: 'name-invalid', line: 2, column: 7 }] })
      expect(result).not.toHaveProperty('name')
    }
    for (const name of ['a', '"7"', 'a-1-b', 'x'.repeat(200)]) {
      expect(read(fileWith(`name: ${name}\ndescription: A skill.`)).kind).toBe('skill')
    }
  })

  it('is quoted in a problem cut short, without anything invisible [F24] [B7]', () => {
    expect(messages(`name: "${'\\u202e\\e[2J'.repeat(50)}"\ndescription: A skill.`)[0]).toBe(
      `name must be kebab-case (lower-case letters a to z, digits, single hyphens between them), got "${'\\u{202e}\\u{1b}[2J'.repeat(3)}\\u{202e}…". Write \`name: x\`.`,
    )
  })

  it('is told of a refused skill when the header still tells it', () => {
    expect(read(fileWith('name: x\ndescription: 42'))).toMatchObject({ kind: 'refused', name: 'x' })
    for (const givenName of ['Sea Chart', '42']) {
      expect(read(fileWith(`name: ${givenName}\ndescription: A.`))).toMatchObject({ kind: 'refused', givenName })
    }
    expect(read(fileWith('name: x\nname: y\ndescription: A skill.'))).toMatchObject({ kind: 'refused', name: 'x' })
    expect(read(fileWith(`name: x\nmetadata: ${'['.repeat(40)}`))).toMatchObject({ kind: 'refused', name: 'x' })
    expect(read(fileWith('name: x: y\ndescription: A skill.'))).not.toHaveProperty('name')
  })
})

describe('the description', () => {
  it.each([
    ['description: 42', 'description must be text, got number. Quote it.'],
    ['description: [a]', 'description must be text, got a list. Write it as one text, in quotes.'],
    [
      'description: "\\ud800 x"',
      'description holds half a character, made by an escape from \\uD800 to \\uDFFF. Write the character itself.',
    ],
  ])('%s is refused [F15]', (line, message) => {
    expect(messages(`name: x\n${line}`)).toEqual([message])
  })

  it('is empty when nothing can be seen of it [F15] [C3]', () => {
    for (const text of ['"  "', '', '~', '"\\u200b\\u2060"', '"\\uFE0F"', '"\\u00a0\\n"', '"\\0"']) {
      expect(outcome(fileWith(`name: x\ndescription: ${text}`))).toEqual([
        'refused',
        expect.stringContaining('description-missing'),
      ])
    }
  })

  it('is trimmed, and otherwise as written', () => {
    expect(read(fileWith('name: x\ndescription: "  <b> \\n\\u2028 &amp;  "'))).toMatchObject({
      header: { description: '<b> \n\u2028 &amp;' },
      problems: [],
    })
  })

  it('of any length loads whole; a long one is a warning [F17]', () => {
    const limit = DESCRIPTION_ADVISED_LENGTH
    for (const length of [limit - 1, limit, limit + 1, 1086, 12_000]) {
      const text = `${'word '.repeat(length).slice(0, length - 1)}x`
      const folded = text.replaceAll(/((?:word ){20})/g, (line) => `${line.trimEnd()}\n  `)
      const result = read(fileWith(`name: x\ndescription: >-\n  ${folded}`))
      expect(result).toMatchObject({ kind: 'skill', header: { description: text } })
      expect(result.problems.map(({ code }) => code)).toEqual(length > limit ? ['description-too-long'] : [])
    }
  })

  it('keeps its invisible characters, which are counted [C3]', () => {
    const hidden = tagCharacters('hide')
    const all = `\u202e\u200b\u00ad\u034f\u061c\u115f\u3164\ufeff\u{e0100}\u0007${hidden}`
    const result = read(fileWith(`name: x\ndescription: A${all} skill.\nwhen_to_use: "\\e"`))
    expect(result).toMatchObject({ header: { description: `A${all} skill.` } })
    expect(result.problems.map(({ message }) => message)).toEqual([
      'description holds invisible characters (14).',
      'when_to_use holds invisible characters (1).',
    ])
  })

  it('may hold joiners, emoji selectors and line ends [C2] [C3]', () => {
    expect(outcome(fileWith('name: x\ndescription: "👩‍💻 ❤️ می\\u200cخواهم a\\tb\\r\\nc\\u2028d"'))[1]).toBeUndefined()
  })
})

describe('when to use', () => {
  it.each(['whenToUse', 'when_to_use', 'when-to-use'])('may be spelled %s', (key) => {
    expect(read(skillWith(`${key}: "  Often. "`))).toMatchObject({ header: { whenToUse: 'Often.' }, problems: [] })
  })

  it('is left out when it is not text or blank, and the skill loads [F05]', () => {
    for (const [value, code] of [
      ['[a]', 'field-type'],
      ['42', 'field-type'],
      ['', undefined],
      ['"  "', undefined],
    ] as const) {
      const result = read(skillWith(`whenToUse: ${value}`))
      expect(result.kind === 'skill' && 'whenToUse' in result.header).toBe(false)
      expect(result.problems.map((problem) => problem.code)).toEqual(code ? [code] : [])
    }
  })

  it('under two spellings is a warning', () => {
    expect(read(skillWith('when-to-use: B\nwhenToUse: A'))).toMatchObject({
      header: { whenToUse: 'A' },
      problems: [
        {
          code: 'key-duplicate',
          severity: 'warning',
          message: 'whenToUse is also given as when-to-use, which is not read.',
        },
      ],
    })
  })
})

describe('the flag', () => {
  function hidden(lines: string): readonly [boolean, ...string[]] {
    const result = read(skillWith(lines))
    if (result.kind !== 'skill') throw new Error('The skill was refused')
    return [result.header.disableModelInvocation, ...result.problems.map(({ code }) => code)]
  }

  it('hides the skill, in both spellings and all usual words [F73]', () => {
    for (const key of ['disable-model-invocation', 'disableModelInvocation']) {
      for (const value of ['true', '"true"', 'True', 'yes', 'Yes', 'on', 'ON', '1', '"1"', '" true "']) {
        expect(hidden(`${key}: ${value}`)).toEqual([true])
      }
    }
  })

  it('shows it when it is absent or plainly says no [F73]', () => {
    expect(hidden('license: MIT')).toEqual([false])
    for (const value of ['false', '"false"', 'no', 'off', 'OFF', '0', '"0"']) {
      expect(hidden(`disable-model-invocation: ${value}`)).toEqual([false])
    }
  })

  it('hides it with a warning when it is unclear [F73]', () => {
    for (const value of ['maybe', '', '~', '[]', '{}', '[false]', '2', '-0.5', 'n', 'falsee', '""', '.nan', '!x']) {
      expect(hidden(`disable-model-invocation: ${value}`)).toEqual([
        true,
        ...(value === '!x' ? ['yaml-tag'] : []),
        'flag-unclear',
      ])
    }
  })

  it('hides it with a warning when its spellings disagree [F73]', () => {
    expect(hidden('disableModelInvocation: false\ndisable-model-invocation: true')).toEqual([true, 'flag-unclear'])
    expect(hidden('disableModelInvocation: true\ndisable-model-invocation: no')).toEqual([true, 'flag-unclear'])
    expect(hidden('disableModelInvocation: false\ndisable-model-invocation: maybe')).toEqual([true, 'flag-unclear'])
    expect(hidden('disableModelInvocation: false\ndisable-model-invocation: "no"')).toEqual([false])
    expect(hidden('disableModelInvocation: true\ndisable-model-invocation: 1')).toEqual([true])
  })
})

describe('fields that are not used', () => {
  it('never decide whether a skill loads [F05]', () => {
    for (const line of [
      'argument-hint: [scope: full|quick]',
      'argument-hint: [path]',
      'allowed-tools: [Bash, Read]',
      'license: 2024',
      '? [a, b]\n: c',
      '1: x',
      '~: x',
      'foo: !!int bar',
      'user-invocable: maybe',
    ]) {
      const result = read(skillWith(line))
      expect(result).toMatchObject({ header: { name: 'x', description: 'A skill.', disableModelInvocation: false } })
      expect(result.problems.filter(({ code }) => code !== 'yaml-tag')).toEqual([])
    }
  })
})

describe('metadata', () => {
  it('is plain data at any depth', () => {
    expect(read(skillWith('metadata:\n  a: 1\n  b: [x, ~, { c: yes }]\n  d:\n    e: true\n  7: f'))).toMatchObject({
      header: { metadata: { 7: 'f', a: 1, b: ['x', null, { c: 'yes' }], d: { e: true } } },
      problems: [],
    })
  })

  it('that is no map is dropped with a warning [F05]', () => {
    for (const [value, got] of [
      ['text', 'text'],
      ['[a]', 'a list'],
      ['42', 'number'],
      ['', 'nothing'],
    ] as const) {
      const result = read(skillWith(`metadata: ${value}`))
      expect(result.kind === 'skill' && 'metadata' in result.header).toBe(false)
      expect(result.problems.map(({ message }) => message)).toEqual([
        `metadata must be a map, got ${got}, and is left out.`,
      ])
    }
  })

  it('cannot reach a prototype, however it is copied [B4]', () => {
    const yaml = [
      '__proto__: { x: 1 }',
      'a: { __proto__: { x: 1 }, b: 1 }',
      'constructor: { prototype: { x: 1 } }',
      'prototype: { x: 1 }',
      '<<: { x: 1 }',
      '"__proto__": 2',
    ]
    for (const lines of [...yaml, '__proto__:\n    x: 1\n  constructor: { prototype: { x: 1 } }\n  <<: { x: 1 }']) {
      const result = read(skillWith(`metadata:\n  k: v\n  ${lines}`))
      const metadata = result.kind === 'skill' ? result.header.metadata : undefined
      expect(Object.getPrototypeOf(metadata)).toBe(null)
      for (const copy of [{ ...metadata }, Object.assign({}, metadata), structuredClone(metadata)]) {
        expect(copy).toHaveProperty('k', 'v')
        expect(copy).not.toHaveProperty('x')
        expect(Object.keys(copy ?? {})).not.toContain('__proto__')
      }
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
      expect(Reflect.ownKeys(Object.prototype)).not.toContain('x')
    }
  })

  it('says which keys it left out [B4]', () => {
    const [problem] = read(skillWith('metadata: { a: [{ __proto__: 1 }], b: { __proto__: 1 }, [c]: 1 }')).problems
    expect(problem?.message).toBe(
      'metadata has keys that are not safe in an object, and they are left out: "__proto__", "a map or list as a key".',
    )
  })
})
