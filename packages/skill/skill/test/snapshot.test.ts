import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolve } from '../src/snapshot.ts'
import { candidate, names } from './setup.ts'

describe('resolve', () => {
  it('gives a name to the lowest rank, and among equals to the first', () => {
    const late = candidate('x', { rank: 300, path: '/late' })
    const first = candidate('x', { rank: 100, path: '/first' })
    const second = candidate('x', { rank: 100, path: '/second' })
    const { owners, shadowed } = resolve([late, first, second])
    expect(owners.get('x')).toBe(first)
    expect(shadowed).toEqual([second, late])
  })

  it('knows ranks below zero, fractions and the largest numbers', () => {
    const ranks = [Number.MAX_VALUE, 0.5, -Number.MAX_VALUE, 0, -0.5]
    const { owners, shadowed } = resolve(ranks.map((rank) => candidate('x', { rank })))
    expect(owners.get('x')?.rank).toBe(-Number.MAX_VALUE)
    expect(shadowed.map(({ rank }) => rank)).toEqual([-0.5, 0, 0.5, Number.MAX_VALUE])
  })

  it('lists what the model may see, everything but rank, locator, path and metadata', () => {
    const base = Object.freeze({ kind: 'directory', path: '/s/x' } as const)
    const { summaries } = resolve([
      candidate('x', { whenToUse: 'Now.', path: '/s/x/SKILL.md', metadata: { a: 1 }, resourceBase: base }),
    ])
    expect(summaries).toStrictEqual([
      { name: 'x', description: 'A x skill.', source: 'test', provider: 'p', whenToUse: 'Now.', resourceBase: base },
    ])
    expect(Object.isFrozen(summaries) && Object.isFrozen(summaries[0])).toBe(true)
  })

  it('keeps the name of a hidden skill from its namesakes', () => {
    const { owners, summaries } = resolve([
      candidate('x', { rank: 1, disableModelInvocation: true }),
      candidate('x', { rank: 2 }),
      candidate('y', { disableModelInvocation: false }),
    ])
    expect(names(summaries)).toEqual(['y'])
    expect(owners.get('x')?.rank).toBe(1)
  })

  it('sorts by code unit, whatever the order of discovery [F59]', () => {
    const all = ['a-b', 'a1', 'ab', '10', '9', 'z', 'a']
    const sorted = ['10', '9', 'a', 'a-b', 'a1', 'ab', 'z']
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (order) => {
        const { winners, summaries } = resolve(order.map((name) => candidate(name)))
        expect(names(summaries)).toEqual(sorted)
        expect(names(winners)).toEqual(sorted)
      }),
    )
  })

  it('loses no candidate and gives each name once', () => {
    const some = fc.record({ name: fc.constantFrom('a', 'b', 'c'), rank: fc.integer({ min: 0, max: 3 }) })
    fc.assert(
      fc.property(fc.array(some), (list) => {
        const candidates = list.map(({ name, rank }, index) => candidate(name, { rank, locator: index }))
        const { owners, winners, shadowed } = resolve(candidates)
        expect(new Set([...winners, ...shadowed])).toEqual(new Set(candidates))
        expect(winners.length + shadowed.length).toBe(candidates.length)
        for (const loser of shadowed) expect(owners.get(loser.name)?.rank).toBeLessThanOrEqual(loser.rank)
      }),
    )
  })
})
