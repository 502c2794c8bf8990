import { SkillContractError, type SkillProvider, type SkillRegistration } from '@deepseek-ai/dsh-skill'
import { describe, expect, it, vi } from 'vitest'
import { Registrations } from '../src/registrations.ts'
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

describe('Registrations', () => {
  it('keeps providers in the order of registration and tells of each change at once', () => {
    const onChange = vi.fn<() => void>()
    const registrations = new Registrations(onChange)
    const undo = registrations.addProvider(provides('b', []))
    registrations.addProvider(provides('a', []))
    expect(names(registrations.providers())).toEqual(['b', 'a'])
    undo()
    registrations.addProvider(provides('b', []))
    expect(names(registrations.providers())).toEqual(['a', 'b'])
    expect([registrations.revision, onChange.mock.calls.length]).toEqual([4, 4])
  })

  it('undoes once, and never the registration of a later provider of the same name', () => {
    const registrations = new Registrations(() => {})
    const undo = registrations.addProvider(provides('a', []))
    undo()
    registrations.addProvider(provides('a', []))
    undo()
    expect(names(registrations.providers())).toEqual(['a'])
    expect(registrations.revision).toBe(3)
  })

  it('aborts the signal of a provider that is unregistered', () => {
    const registrations = new Registrations(() => {})
    const undo = registrations.addProvider(provides('a', []))
    const removed = registrations.providers()[0]?.removed
    expect(removed?.aborted).toBe(false)
    undo()
    expect(removed?.reason).toEqual(new Error('The skill provider "a" is no longer registered.'))
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
    const registrations = new Registrations(() => {})
    registrations.addProvider(provides('taken', []))
    registrations.addSkill(skill('x', { provider: 'label' }))
    expect(() => registrations.addProvider(provider as SkillProvider)).toThrow(refusal(field, message))
    expect(registrations.revision).toBe(2)
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
    const registrations = new Registrations(() => {})
    registrations.addProvider(new Own())
    expect(names(registrations.providers())).toEqual(['own'])
  })

  it('ranks a runtime skill 250 and keeps it apart from the object that was given', () => {
    const registrations = new Registrations(() => {})
    const given = { ...skill('x'), content: 'First.' }
    const { undo } = registrations.addSkill(given)
    given.content = 'Changed.'
    expect(registrations.skill('x')?.candidate).toMatchObject({ name: 'x', provider: 'runtime', rank: 250 })
    expect(registrations.skill('x')?.definition.content).toBe('First.')
    expect(registrations.skill('x')?.candidate).not.toHaveProperty('content')
    undo()
    undo()
    expect(registrations.skills()).toEqual([])
    expect(registrations.revision).toBe(2)
  })

  it('refuses a runtime skill that is malformed, or labelled as a provider is named', () => {
    const registrations = new Registrations(() => {})
    registrations.addProvider(provides('local', []))
    expect(() => registrations.addSkill(skill('x', { provider: 'local' }))).toThrow(
      refusal('provider', 'name of a provider'),
    )
    expect(() => registrations.addSkill(skill('No Name'))).toThrow(refusal('name', 'kebab-case'))
    expect(registrations.revision).toBe(1)
  })

  it('lets several runtime skills share a label, and frees it with the last of them', () => {
    const registrations = new Registrations(() => {})
    const undos = ['x', 'y'].map((name) => registrations.addSkill(skill(name, { provider: 'team' })).undo)
    for (const undo of undos) {
      expect(() => registrations.addProvider(provides('team', []))).toThrow(refusal('name', 'label'))
      undo()
    }
    registrations.addProvider(provides('team', []))
    expect(names(registrations.providers())).toEqual(['team'])
  })

  it('keeps a second runtime skill of one name out, as a problem for as long as it wants in', () => {
    const registrations = new Registrations(() => {})
    const first = registrations.addSkill(skill('x', { provider: 'one' }))
    const second = registrations.addSkill(skill('x', { provider: 'two', path: '/two/x.md' }))
    expect(first.problem).toBeUndefined()
    expect(second.problem).toEqual({
      code: 'runtime-duplicate',
      severity: 'warning',
      message: 'A second runtime skill "x" (from "two") was kept out; the one from "one" stays.',
      path: '/two/x.md',
      hint: 'Give one of the two another name.',
      skill: 'x',
    })
    expect(registrations.problems()).toEqual([second.problem])
    second.undo()
    expect(registrations.problems()).toEqual([])
    expect(registrations.skill('x')?.definition.provider).toBe('one')
    expect(registrations.revision).toBe(1)
    first.undo()
    expect(registrations.skill('x')).toBeUndefined()
  })

  it('unregisters everything when cleared', () => {
    const registrations = new Registrations(() => {})
    const undo = registrations.addProvider(provides('a', []))
    registrations.addSkill(skill('x'))
    registrations.addSkill(skill('x'))
    const removed = registrations.providers()[0]?.removed
    registrations.clear()
    undo()
    expect([registrations.providers(), registrations.skills(), registrations.problems()]).toEqual([[], [], []])
    expect(removed?.aborted).toBe(true)
  })
})
