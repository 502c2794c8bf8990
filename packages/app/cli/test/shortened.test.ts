import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shortened } from '../src/skills/shortened.ts'
import { visibleLine } from '../src/visible-text.ts'

const segmenter = new Intl.Segmenter('en')

function graphemes(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

it('leaves a short description as it is, in one line', () => {
  expect(shortened('Reads\n  tables.')).toBe('Reads tables.')
  expect(shortened('x'.repeat(100))).toBe('x'.repeat(100))
})

it('cuts a long one to 100 characters, in whatever script', () => {
  for (const piece of ['x', 'é', 'ж', '数', '、', 'か', 'ネ', '한', '“', '✓', '→']) {
    expect(shortened(piece.repeat(200))).toBe(`${piece.repeat(99)}…`)
  }
})

it('never cuts inside a grapheme', () => {
  expect(shortened(`${'x'.repeat(98)}é and more of it`)).toBe(`${'x'.repeat(98)}é…`)
  expect(shortened('👩‍👩‍👧'.repeat(40))).toBe(`${'👩‍👩‍👧'.repeat(25)}…`)
})

it('cuts where the segmenter would, whatever the text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
    fc.integer({ min: 0x20, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom('é', '数据', '한', '\u1100', '\u11A8', '\u0301', '\u200D', '\uFE0F', '✓', '👩', '\u3099', 'か'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 160 }), (pieces) => {
      const line = visibleLine(pieces.join('').replace(/\s+/g, ' '))
      const cut = graphemes(line.slice(0, 200)).slice(0, 99)
      expect(shortened(pieces.join(''))).toBe(line.length <= 100 ? line : `${cut.join('')}…`)
    }),
  )
})

it('knows which characters stand alone, as the segmenter does', () => {
  for (let unit = 0xa0; unit <= 0xffff; unit++) {
    const character = String.fromCharCode(unit)
    const text = `${'x'.repeat(97)}${character}${character}aaa`
    const visible = visibleLine(text.replace(/\s+/g, ' '))
    expect(shortened(text)).toBe(`${graphemes(visible.slice(0, 200)).slice(0, 99).join('')}…`)
  }
})
