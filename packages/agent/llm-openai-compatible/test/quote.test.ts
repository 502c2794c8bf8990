import { array, assert, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { createQuote } from '../src/quote.ts'

const SECRET = 'sk-ca"na/ry+1'

it.each([
  ['as it is', `bad key ${SECRET}!`],
  ['in percent-encoding', `bad key ${encodeURIComponent(SECRET)}!`],
  ['in JSON text', `bad key ${JSON.stringify(SECRET).slice(1, -1)}!`],
])('takes out a secret %s', (_, text) => {
  expect(createQuote([SECRET])(text)).toBe('bad key [redacted]!')
})

it('takes out the credential of a header that has a scheme in front of it', () => {
  expect(createQuote(['Basic Y2FuYXJ5OnBhc3M='])('got Y2FuYXJ5OnBhc3M= (Basic)')).toBe('got [redacted] (Basic)')
})

it('leaves values alone that are too short to be a credential', () => {
  expect(createQuote(['none', ''])('none of these')).toBe('none of these')
})

it('takes a secret out before it cuts, so that no part of one is left', () => {
  const long = 'secret-'.repeat(10)
  for (let before = 120; before < 210; before++) {
    expect(createQuote([long])('x'.repeat(before) + long)).not.toContain('secret')
  }
})

it.each([
  [199, 'x'.repeat(199)],
  [200, 'x'.repeat(200)],
  [201, `${'x'.repeat(199)}…`],
])('cuts what is longer than 200 characters: %i', (length, expected) => {
  expect(createQuote([])('x'.repeat(length))).toBe(expected)
})

it('gives one well-formed line without control characters, whatever comes in', () => {
  const quote = createQuote([SECRET])
  expect(quote('a\u001b[2J\u009b\r\n\u2028\u202e\u{e0041}b')).toBe('a [2J b')
  assert(
    // Code units, so that half characters are among them.
    property(array(integer({ min: 0, max: 0xffff }), { maxLength: 300 }), (units) => {
      const line = quote(String.fromCharCode(...units) + SECRET)
      expect(line.isWellFormed()).toBe(true)
      expect(line.length).toBeLessThanOrEqual(200)
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(line).not.toContain(SECRET)
    }),
  )
})
