import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownCopy } from '../src/own-copy.ts'

describe('a copy of a text', () => {
  it('is the same text, of any length and of any characters', () => {
    for (const length of [0, 1, 1364, 1365, 1366, 20_000]) {
      for (const unit of ['x', '数', '\u{1F600}', '\uD800', '\uFEFF']) {
        const text = unit.repeat(length)
        expect(ownCopy(text) === text).toBe(true)
      }
    }
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => ownCopy(text) === text))
  })
})
