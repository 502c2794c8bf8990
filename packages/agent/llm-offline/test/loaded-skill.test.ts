import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseLoadedSkill } from '../src/loaded-skill.ts'
import { skillContent } from './request.ts'

it('reads name, base folder and instructions', () => {
  expect(parseLoadedSkill(skillContent('pdf', '/skills/pdf', '# Steps\n\n1. Do <this> & that'))).toEqual({
    name: 'pdf',
    base: '/skills/pdf',
    instructions: '# Steps\n\n1. Do <this> & that',
  })
})

it.each([
  ['Base directory: /a b/[x] #1/it&#39;s &amp; more', "/a b/[x] #1/it's & more"],
  ['Files of this skill: `/a/b`. Relative paths start there.', '/a/b'],
  ['/a/b', '/a/b'],
  ['Relative paths start at the base.\n  Base: /a/b\n', '/a/b'],
])('finds the base folder in %j [F64]', (resources, base) => {
  const text = skillContent('x', '-', 'y').replace(/<skill_resources>[^]*<\/skill_resources>/, () => {
    return `<skill_resources>\n${resources}\n</skill_resources>`
  })
  expect(parseLoadedSkill(text)?.base).toBe(base)
})

it.each(['Base address: https://example.com/a/b', 'The provider "x" manages the files.', '', 'Base: relative/a'])(
  'finds no base folder in %j',
  (resources) => {
    const text = `<skill_content name="x"><skill_resources>${resources}</skill_resources><skill_instructions>y</skill_instructions></skill_content>`
    expect(parseLoadedSkill(text)).toEqual({ name: 'x', instructions: 'y' })
  },
)

it('takes other text for no loaded skill', () => {
  expect(parseLoadedSkill('There is no skill "x".')).toBeUndefined()
  expect(parseLoadedSkill('<skill_content name="x"> <skill_instructions>cut off')).toBeUndefined()
})

it('never throws', () => {
  const pieces = fc.constantFrom(
    '<skill_content name="',
    '">',
    '<skill_instructions>',
    '</skill_instructions>',
    '`',
    ': ',
  )
  const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''))
  fc.assert(fc.property(text, (value) => void parseLoadedSkill(value)))
})
