import { isSkillName } from '@deepseek-ai/dsh-skill'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('isSkillName', () => {
  it('accepts kebab-case of any length', () => {
    const good = ['a', '0', 'deploy', 'deploy-2', '12306', '1e3', 'a-b-c', 'x'.repeat(1_000_000)]
    expect(good.filter(isSkillName)).toEqual(good)
  })

  it('refuses everything else, in linear time', () => {
    const bad = [
      '',
      '-',
      '-a',
      'a-',
      'a--b',
      'A',
      'a_b',
      'a.b',
      'a b',
      ' a',
      'a\n',
      'a\0',
      'a/b',
      '../a',
      'a%2fb',
      'café',
      '数据-分析',
      'dерloy',
      'ａ',
      `${'a-'.repeat(500_000)}-`,
    ]
    expect(bad.filter(isSkillName)).toEqual([])
  })

  it.each([undefined, null, 1, true, ['a'], { name: 'a' }, new String('a')])('refuses what is no text: %o', (value) => {
    expect(isSkillName(value)).toBe(false)
  })

  it('accepts just the words of a to z and 0 to 9 joined by single hyphens', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'z', '0', '9', '-', 'A', 'é', ' '), maxLength: 12 }),
        (text) => {
          const words = text.split('-')
          const expected = words.every(
            (word) => word !== '' && word.split('').every((letter) => 'az09'.includes(letter)),
          )
          expect(isSkillName(text)).toBe(expected)
        },
      ),
    )
  })
})
