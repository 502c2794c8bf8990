import fc from 'fast-check'
import { expect, it } from 'vitest'
import { choiceRows } from '../src/view/choice-rows.ts'
import { Excerpt } from '../src/view/excerpt.ts'
import { foldBlanks } from '../src/view/fold-blanks.ts'
import { createStyle } from '../src/view/style.ts'
import { visibleText } from '../src/view/visible-text.ts'

const style = createStyle(false)
const text = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(' ', '\n', '\n\n\n', '\u2800'.repeat(30), 'word ')))
  .map((parts) => visibleText(parts.join('')))

it('an excerpt keeps to its rows, and counts each one that it leaves out', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 100 }), fc.integer({ min: 1, max: 30 }), (content, width, maxRows) => {
      const excerpt = new Excerpt(content, style)
      const all = excerpt.render(width, Number.MAX_SAFE_INTEGER)
      const shown = excerpt.render(width, maxRows)
      const hidden = all.length <= maxRows ? 0 : all.length - maxRows + 1
      const marks = shown.filter((row) => row.includes(`… ${hidden} of ${all.length} rows hidden`))
      expect([shown.length, marks.length]).toEqual([Math.min(all.length, maxRows), hidden > 0 ? 1 : 0])
    }),
  )
})

it.each([
  ['a\n\n\nb', 'a\n\n\nb'],
  ['a\n\n\n\nb', 'a\n[… 3 empty lines …]\nb'],
  ['\n\n\n\n', '[… 5 empty lines …]'],
  [`a${' '.repeat(19)}b`, `a${' '.repeat(19)}b`],
  [`a${' '.repeat(20)}b`, 'a [… 20 blanks …] b'],
])('folds %j to %j', (from, to) => {
  expect(foldBlanks(from, (mark) => `[${mark}]`)).toBe(to)
})

it('folds nothing that can be seen', () => {
  fc.assert(
    fc.property(text, (content) => {
      const seen = (words: string): string => words.replace(/[\p{Zs}\n\u2800]|\u200C|\u200D|\uFE0F/gu, '')
      expect(seen(foldBlanks(content, () => ''))).toBe(seen(content))
    }),
  )
})

it('the parts of a question share what room there is, the selected option first', () => {
  const count = fc.nat({ max: 60 })
  fc.assert(
    fc.property(count, fc.integer({ min: 1, max: 9 }), count, (room, options, rows) => {
      const parts = choiceRows(room, { options, text: rows })
      expect(parts.options).toBeGreaterThan(0)
      expect(parts.options + parts.text + parts.hint + parts.rules).toBeLessThanOrEqual(Math.max(1, room))
      expect(parts.text > 0).toBe(room > 1 && rows > 0)
    }),
  )
})
