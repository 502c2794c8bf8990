import { renderSkillContent } from '@deepseek-ai/dsh-tool-skill'
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
  ['directory', { kind: 'directory', path: "/a b/[x] #1/it's & `more`: <y>" }, "/a b/[x] #1/it's & `more`: <y>"],
  ['address', { kind: 'url', url: 'https://example.com/a/b' }, undefined],
  ['description', { kind: 'opaque', description: '/looks/like/a/path' }, undefined],
  ['nothing', undefined, undefined],
] as const)(
  'finds the base folder, and only a folder, in what the tool renders of a base by %s [F64]',
  (_, resourceBase, base) => {
    const content = 'Ends `</skill_instructions>` here & <b>.'
    const text = renderSkillContent({
      name: 'x-1',
      description: 'd',
      content,
      source: 'custom',
      provider: 'local',
      ...(resourceBase === undefined ? {} : { resourceBase }),
    })
    expect(parseLoadedSkill(text)).toEqual({
      name: 'x-1',
      instructions: 'Ends `&lt;/skill_instructions>` here & <b>.',
      ...(base === undefined ? {} : { base }),
    })
  },
)

it.each(['', 'Base folder: relative/a', 'Base folder:', '/a/b'])('finds no base folder in %j', (resources) => {
  const text = `<skill_content name="x"><skill_resources>${resources}</skill_resources><skill_instructions>y</skill_instructions></skill_content>`
  expect(parseLoadedSkill(text)).toEqual({ name: 'x', instructions: 'y' })
})

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
