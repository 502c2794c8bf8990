import { excerpt, quote, visible } from '@deepseek-ai/dsh-tools'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const anyText = fc.string({ unit: 'binary', maxLength: 200 })

it('shows control and invisible characters as their number', () => {
  expect(visible('a\nb\u202Ec\u{E0041}d\uD800e\u2028f')).toBe('a\\u{a}b\\u{202e}c\\u{e0041}d\\u{d800}e\\u{2028}f')
  expect(visible('Größe 数据 “x” 🙂')).toBe('Größe 数据 “x” 🙂')
})

it('quotes at most 64 characters, and says that it cut', () => {
  expect(quote('a"b\\c<d>')).toBe('"a\\u{22}b\\u{5c}c\\u{3c}d\\u{3e}"')
  expect(quote('x'.repeat(63))).toBe(`"${'x'.repeat(63)}"`)
  expect(quote('x'.repeat(64))).toBe(`"${'x'.repeat(64)}"`)
  expect(quote('x'.repeat(65))).toBe(`"${'x'.repeat(61)}..."`)
  expect(quote('\n'.repeat(64))).toBe(`"${'\\u{a}'.repeat(12)}..."`)
  expect(quote(`${'x'.repeat(60)}🙂🙂🙂`)).toBe(`"${'x'.repeat(60)}..."`)
})

it('looks at the start of a huge text only', () => {
  const huge = '\u0000'.repeat(50_000_000)
  expect(quote(huge)).toBe(`"${'\\u{0}'.repeat(12)}..."`)
})

it('keeps every text within its bound, well formed and on one line', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 3, max: 80 }), (text, maxLength) => {
      for (const shown of [quote(text, maxLength).slice(1, -1), excerpt(text, maxLength)]) {
        expect(shown.length).toBeLessThanOrEqual(maxLength)
        expect(shown.isWellFormed()).toBe(true)
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }
      expect(quote(text, maxLength).slice(1, -1)).not.toMatch(/["<>]/)
    }),
  )
})
