import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LruCache } from '../src/lru-cache.ts'

describe('LruCache', () => {
  it('holds n - 1 and n entries, and lets the one go that was not used for longest [R9]', () => {
    const values = new LruCache<string | undefined, number>(3)
    values.set('a', 1)
    values.set(undefined, 2)
    expect([values.get('a'), values.get(undefined)]).toEqual([1, 2])
    values.set('c', 3)
    expect(values.get('a')).toBe(1)
    values.set('d', 4)
    expect(values.get(undefined)).toBeUndefined()
    expect([values.get('a'), values.get('c'), values.get('d')]).toEqual([1, 3, 4])
  })

  it('counts writing as a use and replaces in place', () => {
    const values = new LruCache<string, number>(2)
    values.set('a', 1)
    values.set('b', 2)
    values.set('a', 3)
    values.set('c', 4)
    expect([values.get('a'), values.get('b'), values.get('c')]).toEqual([3, undefined, 4])
  })

  it('forgets everything when cleared', () => {
    const values = new LruCache<string, number>(1)
    values.set('a', 1)
    values.clear()
    expect(values.get('a')).toBeUndefined()
  })

  it('behaves like a list of the last n keys', () => {
    const step = fc.record({ key: fc.integer({ min: 0, max: 5 }), isWrite: fc.boolean() })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 40 }), (maxEntries, steps) => {
        const values = new LruCache<number, number>(maxEntries)
        let model: number[] = []
        for (const { key, isWrite } of steps) {
          const isKnown = model.includes(key)
          const found = isWrite ? values.set(key, key) : values.get(key)
          expect(found).toBe(!isWrite && isKnown ? key : undefined)
          if (isWrite || isKnown) model = [...model.filter((other) => other !== key), key].slice(-maxEntries)
        }
        const left = [0, 1, 2, 3, 4, 5].filter((key) => values.get(key) !== undefined)
        expect(new Set(left)).toEqual(new Set(model))
      }),
    )
  })
})
