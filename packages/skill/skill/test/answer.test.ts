import { SkillContractError, type SkillCollection } from '@deepseek-ai/dsh-skill'
import { describe, expect, it } from 'vitest'
import { copyAnswer, ENTRIES_MAX_COUNT } from '../src/answer.ts'
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

describe('copyAnswer', () => {
  it('takes a plain list as a complete answer', () => {
    expect(plain(copyAnswer([candidate('x'), candidate('y')], 'p'))).toStrictEqual({
      candidates: [candidate('x'), candidate('y')],
      problems: [],
      roots: [],
      aliases: [],
      project: undefined,
      complete: true,
    })
  })

  it('takes a collection whole, or with candidates alone', () => {
    expect(plain(copyAnswer({ ...collection, extra: 1 }, 'p'))).toStrictEqual(collection)
    expect(copyAnswer({ candidates: [] }, 'p')).toStrictEqual(copyAnswer([], 'p'))
  })

  it('keeps nothing of the given objects that could change later', () => {
    const problem = { ...collection.problems[1] }
    const given = { ...collection, problems: [problem], candidates: [candidate('x')] }
    const copied = copyAnswer(given, 'p')
    problem.message = 'changed'
    given.candidates.pop()
    expect(copied.problems[0]?.message).toBe('M.')
    expect(copied.candidates).toHaveLength(1)
    for (const part of [copied.candidates, copied.problems, copied.roots, copied.aliases]) {
      expect(Object.isFrozen(part) && Object.isFrozen(part[0])).toBe(true)
    }
  })

  it.each([undefined, null, 42, 'x', true, () => []])('refuses %o as an answer [R3]', (value) => {
    expect(() => copyAnswer(value, 'p')).toThrow(broken('answer'))
  })

  it.each<readonly [string, unknown]>([
    ['candidates[0]', [null]],
    ['candidates[1]', [candidate('x'), undefined]],
    ['candidates[0]', sparse(3)],
    ['candidates', {}],
    ['candidates', { candidates: null }],
    ['candidates', { candidates: 'x' }],
    ['candidates', { candidates: { length: 1, 0: candidate('x') } }],
    ['problems', { ...collection, problems: null }],
    ['problems[0]', { ...collection, problems: ['bad'] }],
    ['code', { ...collection, problems: [{ ...collection.problems[0], code: '' }] }],
    ['severity', { ...collection, problems: [{ ...collection.problems[0], severity: 'fatal' }] }],
    ['message', { ...collection, problems: [{ ...collection.problems[0], message: undefined }] }],
    ['path', { ...collection, problems: [{ ...collection.problems[0], path: 1 }] }],
    ['hint', { ...collection, problems: [{ ...collection.problems[0], hint: undefined }] }],
    ['line', { ...collection, problems: [{ ...collection.problems[0], line: 0 }] }],
    ['column', { ...collection, problems: [{ ...collection.problems[0], column: 1.5 }] }],
    ['rank', { ...collection, roots: [{ ...collection.roots[0], rank: NaN }] }],
    ['state', { ...collection, roots: [{ ...collection.roots[0], state: 'gone' }] }],
    ['aliasOf', { ...collection, aliases: [{ name: 'x', path: '/x' }] }],
    ['foundBy', { ...collection, project: { root: '/x', foundBy: 'luck' } }],
    ['project', { ...collection, project: '/x' }],
    ['complete', { ...collection, complete: 'yes' }],
  ])('names the field %s when it is broken [R3]', (field, value) => {
    expect(() => copyAnswer(value, 'p')).toThrow(broken(field))
  })

  it('names the skill whose candidate is broken [R3]', () => {
    expect(() => copyAnswer([candidate('x'), candidate('y', { rank: NaN })], 'p')).toThrow(broken('rank', 'y'))
    expect(() => copyAnswer([candidate('x', { provider: 'q' })], 'p')).toThrow(
      `Provider "p" broke the skill interface (candidates[0], skill "x"): provider must be the provider's own name.`,
    )
  })

  it('contains lists that throw or lie [R3]', () => {
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    expect(() => copyAnswer(proxy, 'p')).toThrow(broken('answer'))
    const lying = (length: unknown): unknown =>
      new Proxy([candidate('x')], {
        get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)) as unknown,
      })
    for (const length of ['1', -1, NaN, 0.5, null, 2 ** 53]) {
      expect(() => copyAnswer(lying(length), 'p')).toThrow(broken('candidates'))
    }
    const throwing = new Proxy([1], {
      get: () => {
        throw new Error('trap')
      },
    })
    expect(() => copyAnswer(throwing, 'p')).toThrow(broken('candidates'))
    expect(() =>
      copyAnswer(
        {
          get candidates() {
            throw undefined // oxlint-disable-line no-throw-literal -- what others may do
          },
        },
        'p',
      ),
    ).toThrow(broken('candidates'))
  })

  it('takes 200,000 candidates and refuses one more, and a million, before it reads them [R3]', () => {
    const one = candidate('x')
    const many = (length: number): unknown => Array.from({ length }, () => one)
    for (const length of [ENTRIES_MAX_COUNT - 1, ENTRIES_MAX_COUNT]) {
      expect(copyAnswer(many(length), 'p').candidates).toHaveLength(length)
    }
    for (const length of [ENTRIES_MAX_COUNT + 1, 1_000_000, 4_000_000_000]) {
      const list = length > 1_000_000 ? sparse(length) : many(length)
      expect(() => copyAnswer(list, 'p')).toThrow(`candidates must have at most 200000 entries, got ${length}`)
    }
  })

  it('refuses texts of 10 MB [R3]', () => {
    const huge = 'x'.repeat(10_000_000)
    for (const field of ['name', 'description', 'source', 'path', 'whenToUse']) {
      expect(() => copyAnswer([candidate('x', { [field]: huge })], 'p')).toThrow(
        expect.objectContaining({ field, message: expect.stringMatching(/^.{1,300}$/) as string }) as Error,
      )
    }
  })
})
