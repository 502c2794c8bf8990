import fc from 'fast-check'
import { expect, it } from 'vitest'
import { suggestSkillName } from '../src/index.ts'

const NAMES = ['babysit', 'code-review', 'good', 'release-notes', 'secret-2']

it.each([
  ['Good', 'good'],
  ['GOOD,', 'good'],
  ['goood', 'good'],
  ['god', 'good'],
  ['good,', 'good'],
  ['good，现在', 'good'],
  ['`good`', 'good'],
  ['good,now', 'good'],
  ['ｇｏｏｄ', 'good'],
  ['go\u200Bod', 'good'],
  ['code_review', 'code-review'],
  ['CodeReview', 'code-review'],
  ['code--review', 'code-review'],
  ['release-note', 'release-notes'],
  ['releasenotes', 'release-notes'],
  ['acme.babysit', 'babysit'],
  ['secret-3', 'secret-2'],
])('takes %j for %s [F70] [F22]', (typed, name) => {
  expect(suggestSkillName(typed, NAMES)).toBe(name)
})

it.each(['secret', 'Secret', 'good-2', 'code', 'x', 'deploy', '数据', '', '---', '../../etc/passwd', 'a'.repeat(1e6)])(
  'takes %j for none of them [F72] [F70]',
  (typed) => {
    expect(suggestSkillName(typed, NAMES)).toBeUndefined()
  },
)

it('takes the exact one before one that is near, and the first of equals', () => {
  expect(suggestSkillName('Good', ['goodx', 'good'])).toBe('good')
  expect(suggestSkillName('goox', ['good', 'goof'])).toBe('good')
})

it('names only what there is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.constantFrom(...NAMES)), (typed, names) => {
      const suggestion = suggestSkillName(typed, names)
      expect(suggestion === undefined || names.includes(suggestion)).toBe(true)
    }),
  )
})
