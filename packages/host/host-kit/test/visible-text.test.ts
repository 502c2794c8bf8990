import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleLine, visibleText } from '../src/visible-text.ts'

describe('text for a terminal', () => {
  it('writes out what could steer the terminal or hide [H4]', () => {
    expect(visibleText('a\u001B]52;c;eA==\u0007b')).toBe('a\\u{1b}]52;c;eA==\\u{7}b')
    expect(visibleText('\u009B2J\u202Ex\u200Bz\u{E0041}')).toBe('\\u{9b}2J\\u{202e}x\\u{200b}z\\u{e0041}')
    expect(visibleLine('a\r\nb\tc\rd\u2028e')).toBe('a\\u{d}\\nb\\tc\\u{d}d\\u{2028}e')
  })

  it('leaves ordinary text alone, joiners and emoji selectors too', () => {
    const text = 'Zoë 数据\n\t👩‍💻 ❤️ می‌خواهم'
    expect(visibleText(text)).toBe(text)
  })

  it('never lets a control character through, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // oxlint-disable-next-line no-control-regex -- it is what must not be there
        expect(visibleLine(text)).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/)
      }),
    )
  })
})
