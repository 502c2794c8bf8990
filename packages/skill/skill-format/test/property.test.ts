import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FORMAT_PROBLEM_CODES,
  HEADER_MAX_BYTES,
  parseHeader,
  parseSkill,
  type FormatProblem,
  type HeaderResult,
  type SkillResult,
  type Tolerance,
} from '../src/index.ts'
import { withLineFeeds } from '../src/line-ends.ts'
import { path } from './read.ts'

/** Pieces that mean something to a header. */
const PIECES = [
  ['---', '--- ', '----', '---\n', '\n---\n', '---\nname: x\n', 'description: A skill.\n', 'name: x\ndescription: y\n'],
  [
    '\n',
    '\n',
    '\r\n',
    '\r',
    ': ',
    ':',
    ' #',
    '- ',
    '? ',
    '&a ',
    '*a',
    '!t ',
    '"',
    "'",
    '|',
    '>',
    '[',
    ']',
    '{',
    '}',
    ', ',
  ],
  [
    '  ',
    '\t',
    '<!--',
    '-->',
    '\uFEFF',
    '\0',
    '\u0018',
    '\u001f',
    '\u202e',
    '...',
    '%',
    '@',
    '`',
    '\\',
    '<<',
    '__proto__',
  ],
  [
    'name',
    'description',
    'when_to_use',
    'disable-model-invocation',
    'metadata',
    'true',
    'x',
    '42',
    '中',
    '😀',
    '\ud800',
  ],
].flat()
const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 8 }))
const anyText = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
const fileText = fc.tuple(anyText, anyText).map(([yaml, body]) => `---\nname: x\ndescription: ${yaml}\n---\n${body}`)
const text = fc.oneof(anyText, fileText)
const tolerance = fc.constantFrom<Tolerance>('strict', 'repair')
const RUNS = { numRuns: 1500 }

function readWhole(source: string, level: Tolerance, known?: HeaderResult): SkillResult {
  return parseSkill({ text: source, isComplete: true }, { path, tolerance: level, ...(known && { known }) })
}

/** What is not as every result must be. */
function faultsOf(result: HeaderResult | SkillResult, source: string): readonly string[] {
  if (result.kind === 'more') return []
  const isRefusal = result.kind === 'refused' || result.kind === 'none'
  const faults = result.problems.flatMap((problem) => faultsOfProblem(problem, source))
  if (result.problems.some(({ severity }) => severity === 'error') !== isRefusal) faults.push('errors do not fit')
  if (result.kind === 'refused' || result.kind === 'none') return faults
  const { name, description } = result.header
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) faults.push('name')
  if (description.trim() === '' || !description.isWellFormed()) faults.push('description')
  if (result.kind === 'skill' && !source.includes(result.content)) faults.push('content')
  return faults
}

function faultsOfProblem({ code, message, hint, line = 1, column = 1 }: FormatProblem, source: string): string[] {
  const faults: string[] = []
  if (!FORMAT_PROBLEM_CODES.includes(code)) faults.push('code')
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(message + hint) || message.length > 600) faults.push('message')
  const length = withLineFeeds(source).split('\n')[line - 1]?.length
  if (length === undefined || column < 1 || column > length + 1) faults.push('place')
  return faults
}

describe('any text', () => {
  it('never makes the parser throw, and gets a sound result [B7]', () => {
    fc.assert(
      fc.property(
        text,
        tolerance,
        fc.boolean(),
        fc.option(fc.nat(80), { nil: undefined }),
        (source, level, isComplete, invalid) => {
          const head = { text: source, isComplete, ...(invalid === undefined ? {} : { invalidByte: invalid }) }
          const header = parseHeader(head, { path, tolerance: level })
          const skill = parseSkill(head, { path, tolerance: level })
          expect(faultsOf(header, source)).toEqual([])
          expect(faultsOf(skill, source)).toEqual([])
        },
      ),
      RUNS,
    )
  })

  it('gets the same verdict on its header as a head and as a file', () => {
    fc.assert(
      fc.property(text, tolerance, (source, level) => {
        const header = parseHeader({ text: source, isComplete: true }, { path, tolerance: level })
        const skill = readWhole(source, level)
        const expected = header.kind === 'header' ? ['skill', 'refused'] : [header.kind]
        expect(expected).toContain(skill.kind)
        expect(skill.kind === 'skill' ? skill.header : undefined).toEqual(
          skill.kind === 'skill' && header.kind === 'header' ? header.header : undefined,
        )
        const known = 'problems' in header ? header.problems : []
        expect(skill.problems.slice(0, known.length)).toEqual(known)
      }),
      RUNS,
    )
  })

  it('gets a verdict on its header that does not depend on how much was read', () => {
    fc.assert(
      fc.property(text, tolerance, fc.nat(), fc.constantFrom(0, 900, 6000, 20_000), (source, level, cut, more) => {
        const whole = source.toWellFormed() + '\nmore'.repeat(more / 5)
        const full = parseHeader({ text: whole, isComplete: true }, { path, tolerance: level })
        const head = whole
          .slice(0, cut % (whole.length + 1))
          .toWellFormed()
          .replace(/\uFFFD$/, '')
        const fromHead = parseHeader({ text: head, isComplete: false }, { path, tolerance: level })
        const isShort = Buffer.byteLength(head) < HEADER_MAX_BYTES - 3
        const isPastHeader = full.kind === 'header' && head.length > full.bodyStart
        expect(fromHead).toEqual(isShort && !isPastHeader && fromHead.kind === 'more' ? { kind: 'more' } : full)
      }),
      RUNS,
    )
  })

  it('gets one skill with LF and with CRLF', () => {
    fc.assert(
      fc.property(text, tolerance, (source, level) => {
        const lines = source.replaceAll('\r', '')
        const pairs = readWhole(lines.replaceAll('\n', '\r\n'), level)
        const asFeeds = pairs.kind === 'skill' ? { ...pairs, content: pairs.content.replaceAll('\r\n', '\n') } : pairs
        expect(asFeeds).toMatchObject({ ...readWhole(lines, level), problems: expect.anything() })
      }),
      RUNS,
    )
  })

  it('that strict accepts is the same skill under repair, and a repair is never silent', () => {
    fc.assert(
      fc.property(text, (source) => {
        const strict = readWhole(source, 'strict')
        const repair = readWhole(source, 'repair')
        const isRepaired = strict.kind === 'refused' && repair.kind === 'skill'
        expect(isRepaired && repair.problems.length === 0).toBe(false)
        expect(strict.kind === 'refused' ? strict : repair).toEqual(strict)
      }),
      RUNS,
    )
  })

  it('is known again by its own result', () => {
    fc.assert(
      fc.property(text, anyText, tolerance, (source, other, level) => {
        const known = parseHeader({ text: source, isComplete: true }, { path, tolerance: level })
        for (const variant of [source, source + other, `${source}\n`, other + source]) {
          expect(readWhole(variant, level, known)).toEqual(readWhole(variant, level))
        }
      }),
      RUNS,
    )
  })
})
