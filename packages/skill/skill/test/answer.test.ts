import { SkillContractError, type SkillCollection } from '@deepseek-ai/dsh-skill'
import { describe, expect, it } from 'vitest'
import { ENTRIES_MAX_COUNT, readAnswer } from '../src/read-answer.ts'
import { candidate, sparse } from './setup.ts'

const collection: Required<SkillCollection> = {
  candidates: [candidate('x')],
  problems: [
    {
      code: 'provider-failed',
      severity: 'note',
      message: 'M.',
      path: '/x',
      line: 1,
      column: 2,
      hint: 'H.',
      skill: 'x',
    },
    { code: 'provider-failed', severity: 'error', message: 'M.', path: '/y', hint: 'H.' },
  ],
  roots: [
    { rank: 100, source: 'custom', path: '/r', state: 'same', realPath: '/q', sameAs: '/q' },
    { rank: 200, source: 'custom', path: '/s', state: 'missing' },
  ],
  aliases: [{ name: 'x', path: '/r/x', aliasOf: '/q/x' }],
  project: { root: '/p', foundBy: 'git' },
  complete: false,
}

const broken = (field: string, skill?: string): object =>
  expect.objectContaining({ constructor: SkillContractError, provider: 'p', field, skill }) as object

/** Candidates as plain objects: what else they are is the registry's own affair. */
function plain<T extends { readonly candidates: readonly object[] }>(answer: T): T {
  return { ...answer, candidates: answer.candidates.map((item) => ({ ...item })) }
}

describe('readAnswer', () => {
  it('takes a plain list as a complete answer', () => {
    expect(plain(readAnswer([candidate('x'), candidate('y')], 'p'))).toStrictEqual({
      candidates: [candidate('x'), candidate('y')],
      problems: [],
      roots: [],
      aliases: [],
      project: undefined,
      complete: true,
    })
  })

  it('takes a collection whole, or with candidates alone', () => {
    expect(plain(readAnswer({ ...collection, extra: 1 }, 'p'))).toStrictEqual(collection)
    expect(readAnswer({ candidates: [] }, 'p')).toStrictEqual(readAnswer([], 'p'))
  })

  it('keeps nothing of the given objects that could change later', () => {
    const problem = { ...collection.problems[1] }
    const given = { ...collection, problems: [problem], candidates: [candidate('x')] }
    const copied = readAnswer(given, 'p')
    problem.message = 'changed'
    given.candidates.pop()
    expect(copied.problems[0]?.message).toBe('M.')
    expect(copied.candidates).toHaveLength(1)
    for (const part of [copied.candidates, copied.problems, copied.roots, copied.aliases]) {
      expect(Object.isFrozen(part) && Object.isFrozen(part[0])).toBe(true)
    }
  })

  it.each([undefined, null, 42, 'x', true, () => []])('refuses %o as an answer [R3]', (value) => {
    expect(() => readAnswer(value, 'p')).toThrow(broken('answer'))
  })

  it.each<readonly [string, unknown]>([
    ['candidates[0]', [null]],
    ['candidates[1]', [candidate('x'), undefined]],
    ['candidates[0]', sparse(3)],
    ['candidates', {}],
    ['candidates', { candidates: null }],
    ['candidates', { candidates: 'x' }],
    ['candidates', { candidates: { length: 1, 0: candidate('x') } }],
  ])('names the field %s when it is broken [R3]', (field, value) => {
    expect(() => readAnswer(value, 'p')).toThrow(broken(field))
  })

  it.each<readonly [string, object]>([
    ['problems', { problems: null }],
    ['problems[0]', { problems: ['bad'] }],
    ['problems[0]', { problems: [{ ...collection.problems[0], code: '' }] }],
    ['problems[0]', { problems: [{ ...collection.problems[0], severity: 'fatal' }] }],
    ['problems[0]', { problems: [{ ...collection.problems[0], message: undefined }] }],
    ['problems[0]', { problems: [{ ...collection.problems[0], path: 1 }] }],
    ['problems[0]', { problems: [{ ...collection.problems[0], hint: undefined }] }],
    ['roots', { roots: {} }],
    ['roots[0]', { roots: [{ ...collection.roots[0], rank: NaN }] }],
    ['roots[0]', { roots: [{ ...collection.roots[0], state: 'gone' }] }],
    ['roots[0]', { roots: [{ ...collection.roots[0], path: ' ' }] }],
    ['aliases[0]', { aliases: [{ name: 'x', path: '/x' }] }],
    ['project', { project: { root: '/x', foundBy: 'luck' } }],
    ['project', { project: '/x' }],
    ['complete', { complete: 'yes' }],
  ])('leaves out the part %s that is wrong, with a problem, and takes the rest [G69]', (field, part) => {
    const { candidates, problems } = readAnswer({ candidates: collection.candidates, ...part }, 'p')
    expect(candidates).toHaveLength(1)
    expect(problems).toMatchObject([{ code: 'field-dropped', severity: 'warning', path: 'provider:p' }])
    expect(problems[0]?.message).toMatch(new RegExp(`^${field.replace(/[[\]]/g, '\\$&')} `))
  })

  it('keeps a problem whose line, column or skill makes no sense, without them [G23] [G69]', () => {
    const [problem] = collection.problems
    const { problems } = readAnswer(
      { candidates: [], problems: [{ ...problem, line: 0, column: 1.5, skill: ' ' }] },
      'p',
    )
    const { line: _line, column: _column, skill: _skill, ...rest } = problem ?? {}
    expect(problems).toStrictEqual([rest])
  })

  it('counts an answer as incomplete that does not say so in a way to be understood [G69]', () => {
    expect(readAnswer({ candidates: [], complete: 'yes' }, 'p').complete).toBe(false)
  })

  it('tells of what was left out a thousand times at most', () => {
    const many = Array.from({ length: 2_000 }, () => candidate('x', { whenToUse: '' }))
    const { candidates, problems } = readAnswer(many, 'p')
    expect([candidates.length, problems.length]).toEqual([2_000, 1_000])
  })

  it('names the skill whose candidate is broken [R3]', () => {
    expect(() => readAnswer([candidate('x'), candidate('y', { rank: NaN })], 'p')).toThrow(broken('rank', 'y'))
    expect(() => readAnswer([candidate('x', { provider: 'q' })], 'p')).toThrow(
      `Provider "p" broke the skill interface (candidates[0], skill "x"): provider must be the provider's own name.`,
    )
  })

  it('takes 200,000 candidates and refuses one more, and a million, before it reads them [R3]', () => {
    const one = candidate('x')
    const many = (length: number): unknown => Array.from({ length }, () => one)
    for (const length of [ENTRIES_MAX_COUNT - 1, ENTRIES_MAX_COUNT]) {
      expect(readAnswer(many(length), 'p').candidates).toHaveLength(length)
    }
    for (const length of [ENTRIES_MAX_COUNT + 1, 1_000_000, 4_000_000_000]) {
      const list = length > 1_000_000 ? sparse(length) : many(length)
      expect(() => readAnswer(list, 'p')).toThrow(`candidates must have at most 200000 entries, got ${length}`)
    }
  })

  it('keeps no text of 10 MB, and errors about one stay short [R3]', () => {
    const huge = 'x'.repeat(10_000_000)
    expect(() => readAnswer([candidate(huge)], 'p')).toThrow(
      expect.objectContaining({ field: 'name', message: expect.stringMatching(/^.{1,300}$/) as string }) as Error,
    )
    expect(readAnswer([candidate('x', { description: huge }), candidate('y')], 'p')).toMatchObject({
      candidates: [{ name: 'y' }],
      problems: [{ code: 'candidate-dropped', severity: 'error', skill: 'x' }],
    })
    for (const field of ['source', 'path', 'whenToUse']) {
      const { candidates, problems } = readAnswer([candidate('x', { [field]: huge })], 'p')
      expect(JSON.stringify([candidates, problems]).length).toBeLessThan(1_000)
    }
  })
})
