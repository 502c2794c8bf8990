import { SkillContractError, type SkillProvider, type SkillRegistration } from '@deepseek-ai/dsh-skill'
import { describe, expect, it, vi } from 'vitest'
import { Members } from '../src/members.ts'
import { names, provides, scripted } from './setup.ts'

const skill = (name: string, more: Partial<SkillRegistration> = {}): SkillRegistration => ({
  name,
  description: `A ${name} skill.`,
  source: 'runtime',
  content: 'Do it.',
  ...more,
})

const refusal = (field: string, message: string): Error =>
  expect.objectContaining({
    constructor: SkillContractError,
    field,
    message: expect.stringContaining(message) as string,
  }) as Error

describe('Members', () => {
  it('keeps providers in the order of registration and tells of each change at once', () => {
    const onChange = vi.fn<() => void>()
    const members = new Members(onChange)
    const undo = members.addProvider(provides('b', []))
    members.addProvider(provides('a', []))
    expect(names(members.providers())).toEqual(['b', 'a'])
    undo()
    members.addProvider(provides('b', []))
    expect(names(members.providers())).toEqual(['a', 'b'])
    expect([members.revision, onChange.mock.calls.length]).toEqual([4, 4])
  })

  it('undoes once, and never the stay of a later provider of the same name', () => {
    const members = new Members(() => {})
    const undo = members.addProvider(provides('a', []))
    undo()
    members.addProvider(provides('a', []))
    undo()
    expect(names(members.providers())).toEqual(['a'])
    expect(members.revision).toBe(3)
  })

  it('aborts the stay of a provider that leaves', () => {
    const members = new Members(() => {})
    const undo = members.addProvider(provides('a', []))
    const gone = members.providers()[0]?.gone
    expect(gone?.aborted).toBe(false)
    undo()
    expect(gone?.reason).toEqual(new Error('The skill provider "a" is no longer registered.'))
  })

  it.each<readonly [string, string, unknown]>([
    ['provider', 'must be an object', undefined],
    ['name', 'must be text', { ...provides('a', []), name: 7 }],
    ['name', 'must not be blank', provides('', [])],
    ['name', 'must not be "runtime"', provides('runtime', [])],
    ['name', 'is taken', provides('taken', [])],
    ['name', 'in use as the label', provides('label', [])],
    ['list', 'must be a function', { ...provides('a', []), list: undefined }],
    ['get', 'must be a function', { ...provides('a', []), get: {} }],
    ['timeoutMs', 'above 0', scripted({ timeoutMs: 0 })],
    ['timeoutMs', 'above 0', scripted({ timeoutMs: -1 })],
    ['timeoutMs', 'above 0', scripted({ timeoutMs: NaN })],
    ['timeoutMs', 'above 0', { ...scripted(), timeoutMs: '5' }],
  ])('refuses a provider for its %s: %s', (field, message, provider) => {
    const members = new Members(() => {})
    members.addProvider(provides('taken', []))
    members.addSkill(skill('x', { provider: 'label' }))
    expect(() => members.addProvider(provider as SkillProvider)).toThrow(refusal(field, message))
    expect(members.revision).toBe(2)
  })

  it('takes a provider that is an instance of a class', () => {
    class Own {
      get name(): string {
        return 'own'
      }
      list(): Promise<readonly []> {
        return Promise.resolve([])
      }
      get(): Promise<undefined> {
        return Promise.resolve(undefined)
      }
    }
    const members = new Members(() => {})
    members.addProvider(new Own())
    expect(names(members.providers())).toEqual(['own'])
  })

  it('ranks a runtime skill 250 and keeps it apart from the object that was given', () => {
    const members = new Members(() => {})
    const given = { ...skill('x'), content: 'First.' }
    const { undo } = members.addSkill(given)
    given.content = 'Changed.'
    expect(members.skill('x')?.candidate).toMatchObject({ name: 'x', provider: 'runtime', rank: 250 })
    expect(members.skill('x')?.definition.content).toBe('First.')
    expect(members.skill('x')?.candidate).not.toHaveProperty('content')
    undo()
    undo()
    expect(members.skills()).toEqual([])
    expect(members.revision).toBe(2)
  })

  it('refuses a runtime skill that is malformed, or labelled as a provider is named', () => {
    const members = new Members(() => {})
    members.addProvider(provides('local', []))
    expect(() => members.addSkill(skill('x', { provider: 'local' }))).toThrow(refusal('provider', 'name of a provider'))
    expect(() => members.addSkill(skill('No Name'))).toThrow(refusal('name', 'kebab-case'))
    expect(members.revision).toBe(1)
  })

  it('lets several runtime skills share a label, and frees it with the last of them', () => {
    const members = new Members(() => {})
    const undos = ['x', 'y'].map((name) => members.addSkill(skill(name, { provider: 'team' })).undo)
    for (const undo of undos) {
      expect(() => members.addProvider(provides('team', []))).toThrow(refusal('name', 'label'))
      undo()
    }
    members.addProvider(provides('team', []))
    expect(names(members.providers())).toEqual(['team'])
  })

  it('keeps a second runtime skill of one name out, as a problem for as long as it wants in', () => {
    const members = new Members(() => {})
    const first = members.addSkill(skill('x', { provider: 'one' }))
    const second = members.addSkill(skill('x', { provider: 'two', path: '/two/x.md' }))
    expect(first.problem).toBeUndefined()
    expect(second.problem).toEqual({
      code: 'runtime-duplicate',
      severity: 'warning',
      message: 'A second runtime skill "x" (from "two") was kept out; the one from "one" stays.',
      path: '/two/x.md',
      hint: 'Give one of the two another name.',
      skill: 'x',
    })
    expect(members.problems()).toEqual([second.problem])
    second.undo()
    expect(members.problems()).toEqual([])
    expect(members.skill('x')?.definition.provider).toBe('one')
    expect(members.revision).toBe(1)
    first.undo()
    expect(members.skill('x')).toBeUndefined()
  })

  it('lets everyone go when cleared', () => {
    const members = new Members(() => {})
    const undo = members.addProvider(provides('a', []))
    members.addSkill(skill('x'))
    members.addSkill(skill('x'))
    const gone = members.providers()[0]?.gone
    members.clear()
    undo()
    expect([members.providers(), members.skills(), members.problems()]).toEqual([[], [], []])
    expect(gone?.aborted).toBe(true)
  })
})
