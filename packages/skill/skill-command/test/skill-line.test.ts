import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSkillLine } from '../src/index.ts'

const command = (name: string, instructions = '') => ({ kind: 'command', name, instructions })
const invalid = (typed: string) => ({ kind: 'invalid', typed })

describe('a prompt', () => {
  it.each([
    ['/skill:good', command('good')],
    ['/skill:good now', command('good', 'now')],
    ['/skill:good \t\n ', command('good')],
    ['/skill:good\nfirst\r\n  second\n', command('good', 'first\r\n  second\n')],
    ['/skill:good\r\nnext', command('good', 'next')],
    ['/skill:good    indented', command('good', '   indented')],
    ['/skill:good\u00A0now', command('good', 'now')],
    ['/skill:good\u3000现在', command('good', '现在')],
    [' \n\uFEFF/skill:good now', command('good', 'now')],
    ['/skill:a1-b2 /skill:other', command('a1-b2', '/skill:other')],
    ['/skill:demo fix $1 & the "login" page\nsecond line', command('demo', 'fix $1 & the "login" page\nsecond line')],
  ])('%j starts a skill, with the words as they were typed [F68]', (text, line) => {
    expect(parseSkillLine(text)).toEqual(line)
  })

  it.each([
    ['/skill:', { kind: 'empty' }],
    ['  /skill: \n\t', { kind: 'empty' }],
    ['/skill: good', invalid('good')],
    ['/skill:\ngood now', invalid('good')],
    ['/skill:Good', invalid('Good')],
    ['/skill:good,', invalid('good,')],
    ['/skill:good，现在', invalid('good，现在')],
    ['/skill:good\u200B now', invalid('good\u200B')],
    ['/skill:-good', invalid('-good')],
    ['/skill:/etc/passwd x', invalid('/etc/passwd')],
    ['/skill:good/skill:better', invalid('good/skill:better')],
    ['/skill::good', invalid(':good')],
  ])('%j is a command without a name that can be one [F70]', (text, line) => {
    expect(parseSkillLine(text)).toEqual(line)
  })

  it.each([
    '',
    ' ',
    'hello',
    'please /skill:good',
    '"/skill:good"',
    'a\n/skill:good',
    '/skill',
    '/skills:good',
    '/good',
  ])('%j is prose: the command counts as the first thing alone [C10] [F70]', (text) => {
    expect(parseSkillLine(text)).toEqual({ kind: 'prose' })
  })

  it.each(['help', 'model', 'skill', 'exit'])('can start a skill called like the built-in command %s [F25]', (name) => {
    expect(parseSkillLine(`/skill:${name} me`)).toEqual(command(name, 'me'))
    expect(parseSkillLine(`/${name} me`)).toEqual({ kind: 'prose' })
  })

  it('is read without a throw whatever it is, and its words are an end of it', () => {
    const piece = fc.oneof(
      fc.constantFrom('/skill:', 'good', ' ', '\n', '\r\n', '-', 'Good', '$1'),
      fc.string({ unit: 'binary' }),
    )
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (prompt) => {
        const line = parseSkillLine(prompt)
        expect(line.kind === 'prose').toBe(!prompt.trimStart().startsWith('/skill:'))
        if (line.kind !== 'command' || line.instructions === '') return
        const start = prompt.slice(0, prompt.length - line.instructions.length)
        expect(prompt.endsWith(line.instructions)).toBe(true)
        expect(start.trim()).toBe(`/skill:${line.name}`)
      }),
      { numRuns: 2_000 },
    )
  })

  it('of a megabyte is read in no time to speak of', () => {
    for (const filler of ['a', 'a-', ' ', '\n', 'Ä', '/skill:']) {
      const big = filler.repeat(1_000_000 / filler.length)
      for (const text of [`/skill:${big}`, `${big}/skill:good`, `/skill:good ${big}`]) parseSkillLine(text)
    }
  })
})
