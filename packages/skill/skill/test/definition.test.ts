import { SkillContractError, type SkillDefinition } from '@deepseek-ai/dsh-skill'
import { describe, expect, it } from 'vitest'
import { CONTENT_MAX_LENGTH, readDefinition, readRegistration } from '../src/read-skill.ts'
import { definition } from './setup.ts'

const copyDefinition = (value: unknown, dropped: string[] = []): SkillDefinition | undefined =>
  readDefinition(value, 'p', 'deploy', (field) => dropped.push(field))

const copyRegistration = (value: unknown): SkillDefinition => readRegistration(value, () => {})

const full: SkillDefinition = {
  ...definition('deploy'),
  whenToUse: 'On release.',
  disableModelInvocation: true,
  resourceBase: { kind: 'url', url: 'https://example.org/deploy/' },
  path: 'https://example.org/deploy/SKILL.md',
  metadata: { tags: ['a'] },
}

describe('copyDefinition', () => {
  it('copies every field, frozen all through, and nothing else', () => {
    const copied = copyDefinition({ ...full, rank: 1, locator: 2 })
    expect(copied).toEqual(full)
    for (const part of [copied, copied?.resourceBase, copied?.metadata]) expect(Object.isFrozen(part)).toBe(true)
  })

  it('takes undefined, and a skill of another name, as gone [C11]', () => {
    expect(copyDefinition(undefined)).toBeUndefined()
    expect(copyDefinition({ ...full, name: 'other' })).toBeUndefined()
    expect(copyDefinition({ name: 'Not A Name' })).toBeUndefined()
  })

  it.each<readonly [string, unknown]>([
    ['definition', null],
    ['definition', 'text'],
    ['definition', 42],
    ['name', {}],
    ['name', { ...full, name: 7 }],
    ['content', { ...full, content: undefined }],
    ['content', { ...full, content: 7 }],
    ['description', { ...full, description: '' }],
    ['provider', { ...full, provider: 'q' }],
  ])('names the field %s of a broken definition [R3]', (field, value) => {
    expect(() => copyDefinition(value)).toThrow(
      expect.objectContaining({ constructor: SkillContractError, provider: 'p', skill: 'deploy', field }),
    )
  })

  it.each(['source', 'path', 'metadata', 'whenToUse', 'resourceBase', 'disableModelInvocation'])(
    'is loaded without its field %s when that is wrong [G69]',
    (field) => {
      const dropped: string[] = []
      expect(copyDefinition({ ...full, [field]: 1 }, dropped)).toMatchObject({ name: 'deploy', content: full.content })
      expect(dropped).toEqual([field])
    },
  )

  it('keeps content word for word, empty or 2 MiB long, and no longer', () => {
    for (const content of [
      '',
      ' \n',
      '\u0000\uD800\r\n',
      'x'.repeat(CONTENT_MAX_LENGTH - 1),
      'x'.repeat(CONTENT_MAX_LENGTH),
    ]) {
      expect(copyDefinition({ ...full, content })?.content === content).toBe(true)
    }
    expect(() => copyDefinition({ ...full, content: 'x'.repeat(CONTENT_MAX_LENGTH + 1) })).toThrow(
      'content must have at most 2097152 characters, got 2097153',
    )
  })
})

describe('copyRegistration', () => {
  it('labels a skill runtime unless it says otherwise', () => {
    const { provider: _provider, ...given } = full
    expect(copyRegistration(given)).toEqual({ ...full, provider: 'runtime' })
    expect(copyRegistration({ ...given, provider: 'my-plugin' }).provider).toBe('my-plugin')
  })

  it.each([
    ['registration', undefined],
    ['name', { ...full, name: 'No Name' }],
    ['provider', { ...full, provider: '' }],
    ['content', { ...full, content: null }],
  ])('names the field %s of a broken registration', (field, value) => {
    expect(() => copyRegistration(value)).toThrow(expect.objectContaining({ constructor: SkillContractError, field }))
  })
})
