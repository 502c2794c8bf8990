import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSettingsText } from '../../src/settings/parse-yaml.ts'

/** The fault as one line, or the value as JSON. */
function read(text: string): string {
  const result = parseSettingsText(text)
  if (!('message' in result)) return JSON.stringify(result.value)
  return `${result.place?.line}:${result.place?.column}: ${result.message} (${result.hint})`
}

describe('the text of settings', () => {
  it.each([
    ['', '{}'],
    ['\uFEFF# nothing yet\r\n', '{}'],
    ['---\n', '{}'],
    ['~', '{}'],
    ['a: 1\r\nb:\r\n  c: [x, y]\r\n', '{"a":1,"b":{"c":["x","y"]}}'],
    ['{"a": {"b": true}}', '{"a":{"b":true}}'],
    ['a: yes\nb: 0x10\nc: 1e3\nd: 2024-05-01\ne:\n', '{"a":"yes","b":16,"c":1000,"d":"2024-05-01","e":null}'],
    ['1: x\n<<: y\n', '{"1":"x","<<":"y"}'],
    ['- a', '["a"]'],
  ])('%j is read', (text, value) => {
    expect(read(text)).toBe(value)
  })

  it.each([
    ['a: 1\na: 2', '2:1: this key is here for the second time (keep one of the two)'],
    ['b: x\na: *b', '2:4: YAML reads this as an alias, which settings do not have (quote the value)'],
    ['a: &b x', '1:4: YAML reads this as an anchor, which settings do not have (quote the value)'],
    ['a:\n  - !x y', '2:5: YAML reads this as a tag, which settings do not have (quote the value)'],
    ['!!map\na: x', '1:1: YAML reads this as a tag, which settings do not have (quote the value)'],
    ['%YAML 1.1\n---\na: yes', '1:1: YAML reads this as a directive, which settings do not have (quote the value)'],
    ['a: 1\n---\nb: 2', '2:1: a second YAML document begins here (remove the line `---` or `...`)'],
    ['\ta: 1', '1:1: this line is indented with a tab (indent with spaces)'],
    ['a: @x', '1:4: an unquoted value cannot start with this character (quote the value)'],
    ['a: {? [x] : y}', '1:7: a key is a plain text (write `key: value`)'],
    [`a: ${'['.repeat(17)}`, '1:19: nested more than 16 levels deep (the settings need four levels)'],
    [`a: [${'1,'.repeat(1100)}]`, '1:1: more than 1024 keys and values (shorten the file)'],
  ])('%j is refused, with place and what to do', (text, fault) => {
    expect(read(text)).toBe(fault)
  })

  it.each([['- '], ['? '], ['['], ['{'], ['{a: ']])('thousands of %j are refused [B1]', (piece) => {
    expect(read(piece.repeat(Math.floor(60_000 / piece.length)))).toMatch(/^\d+:\d+: (nested more|more than)/)
  })

  it('tells where keys and values stand', () => {
    const result = parseSettingsText('a:\n  b: [x, 😀, z]\n  c:\n')
    if ('message' in result) throw new Error(result.message)
    expect(result.placeOfKey(['a', 'b'])).toEqual({ line: 2, column: 3 })
    expect(result.placeOfValue(['a', 'b'])).toEqual({ line: 2, column: 6 })
    expect(result.placeOfValue(['a', 'b', 2])).toEqual({ line: 2, column: 14 })
    expect(result.placeOfValue(['a', 'c'])).toEqual({ line: 3, column: 5 })
    expect(result.placeOfKey(['a', 'd'])).toBeUndefined()
    expect(result.placeOfKey(['a', 'b', 'c'])).toBeUndefined()
  })

  it('is never more than a map without a prototype [B4]', () => {
    const result = parseSettingsText('__proto__: { polluted: 1 }\nconstructor: { prototype: 1 }')
    if ('message' in result) throw new Error(result.message)
    expect(Object.keys(result.value as object)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(result.value)).toBeNull()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('never throws, and quotes nothing of the text', () => {
    const unit = fc.constantFrom(
      'a',
      'b',
      ':',
      ' ',
      '\n',
      '-',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '|',
      '>',
      '#',
      '&',
      '*',
      '!',
      '%',
      '?',
      ',',
      '\t',
      '\u0000',
      'CANARY',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const result = parseSettingsText(text)
        expect('message' in result ? `${result.message}${result.hint}` : '').not.toContain('CANARY')
      }),
      { numRuns: 2000 },
    )
  })
})
