import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loadWordLists } from '../src/word-lists.ts'
import { cutInflection, fold, termsOf, weightOf } from '../src/words.ts'

const lists = await loadWordLists()

it.each([
  ['How do I add a new skill provider to this project?', ['provid']],
  ['Please write the file', []],
  ['Überprüfe die Straße', ['uberpruf', 'strass']],
  ['请把服务部署到生产环境', ['服务', '部署', '生产', '环境']],
  ['スキルの追加方法', ['スキル', '追加']],
  ["l'avion de l'État", ['avion']],
  ['foo_qux-baz.zot', ['foo', 'qux', 'baz', 'zot']],
  ['ＰＤＦ PDF pdf', ['pdf', 'pdf', 'pdf']],
  ['12 345 2024', []],
])('keeps of %j the terms that tell tasks apart', (text, terms) => {
  expect(termsOf(text, lists)).toEqual(terms)
})

it('joins Chinese characters that no dictionary word covers in pairs, but not across a sign', () => {
  expect(termsOf('鑫蓉法', lists)).toEqual(['鑫蓉', '蓉法'])
  expect(termsOf('璟、塬', lists)).toEqual(['璟', '塬'])
})

it.each([
  ['providers', 'provider', 'providing'],
  ['releases', 'release', 'releasing'],
  ['deployment', 'deploy', 'deploying'],
  ['Rechnungen', 'Rechnung', 'rechnungen'],
  ['summaries', 'summary', 'summary'],
  ['Übersetzung', 'uebersetzung', 'Uebersetzungen'],
  ['notes', 'note', 'notes'],
  ['processes', 'process', 'processing'],
])('takes %s, %s and %s for one term', (...words) => {
  expect(new Set(words.map((word) => cutInflection(fold(word)))).size).toBe(1)
})

it.each([
  ['form', 'format'],
  ['plan', 'planet'],
  ['content', 'contest'],
  ['vrolnak', 'vrolnik'],
])('keeps %s and %s apart', (one, other) => {
  expect(cutInflection(one)).not.toBe(cutInflection(other))
})

it('weighs words of everyday talk and lone Chinese characters half', () => {
  expect(['wood', 'poem', '天气', '鑫', 'strass'].map((term) => weightOf(term, lists))).toEqual([
    0.5, 0.5, 0.5, 0.5, 0.5,
  ])
  expect(['pdf', 'vrolnak', '部署'].map((term) => weightOf(term, lists))).toEqual([1, 1, 1])
})

it('leaves a word as it is that is too long for a language', () => {
  const long = 'es'.repeat(500_000)
  expect(cutInflection(long)).toBe(long)
  expect(termsOf(long, lists)).toEqual([long])
})

it('never throws and does not depend on case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(termsOf(text, lists).every((term) => term !== '')).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(termsOf(text.toUpperCase(), lists)).toEqual(termsOf(text.toLowerCase(), lists))
    }),
  )
})
