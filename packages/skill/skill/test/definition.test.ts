import { SkillContractError, type SkillDefinition } from '@deepseek-ai/dsh-skill'
import { describe, expect, it } from 'vitest'
import { CONTENT_MAX_LENGTH, copyDefinition, copyRegistration } from '../src/definition.ts'
import { definition } from './setup.ts'

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
    const copied = copyDefinition({ ...full, rank: 1, locator: 2 }, 'p', 'deploy')
    expect(copied).toEqual(full)
    for (const part of [copied, copied?.resourceBase, copied?.metadata]) expect(Object.isFrozen(part)).toBe(true)
  })

  it('takes undefined, and a skill of another name, as gone [C11]', () => {
    expect(copyDefinition(undefined, 'p', 'deploy')).toBeUndefined()
    expect(copyDefinition({ ...full, name: 'other' }, 'p', 'deploy')).toBeUndefined()
    expect(copyDefinition({ name: 'Not A Name' }, 'p', 'deploy')).toBeUndefined()
  })

  it('cannot be fooled by a name that changes while it is read [C11]', () => {
    const reads: string[] = []
    const shifting = Object.defineProperty({ ...full }, 'name', {
      get: () => {
        reads.push('name')
        return reads.length === 1 ? 'deploy' : 'evil'
      },
    })
    expect(copyDefinition(shifting, 'p', 'deploy')?.name).toBe('deploy')
    expect(reads).toHaveLength(1)
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
    ['source', { ...full, source: 1 }],
    ['disableModelInvocation', { ...full, disableModelInvocation: 'no' }],
    ['path', { ...full, path: 1 }],
    ['metadata', { ...full, metadata: 1 }],
  ])('names the field %s of a broken definition [R3]', (field, value) => {
    expect(() => copyDefinition(value, 'p', 'deploy')).toThrow(
      expect.objectContaining({ constructor: SkillContractError, provider: 'p', skill: 'deploy', field }),
    )
  })

  it('keeps content word for word, empty or 2 MiB long, and no longer', () => {
    for (const content of [
      '',
      ' \n',
      '\u0000\uD800\r\n',
      'x'.repeat(CONTENT_MAX_LENGTH - 1),
      'x'.repeat(CONTENT_MAX_LENGTH),
    ]) {
      expect(copyDefinition({ ...full, content }, 'p', 'deploy')?.content === content).toBe(true)
    }
    expect(() => copyDefinition({ ...full, content: 'x'.repeat(CONTENT_MAX_LENGTH + 1) }, 'p', 'deploy')).toThrow(
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
