import { checkCandidate, createRegistry, SkillContractError, type SkillCandidate } from '@deepseek-ai/dsh-skill'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyCandidate } from '../src/candidate.ts'
import { TEXT_MAX_LENGTH } from '../src/fields.ts'
import { candidate, scripted, thrown } from './setup.ts'

const copy = (value: unknown): SkillCandidate => copyCandidate(value, { provider: 'p', part: 'candidates[3]' })

function broken(value: unknown): SkillContractError {
  const error = thrown(() => copy(value))
  expect(error).toBeInstanceOf(SkillContractError)
  return error as SkillContractError
}

const full: SkillCandidate = {
  name: 'deploy',
  description: ' Ships <it>. ',
  whenToUse: 'On release.',
  disableModelInvocation: false,
  source: 'custom',
  provider: 'p',
  resourceBase: { kind: 'directory', path: '/skills/deploy' },
  rank: -1.5,
  locator: undefined,
  path: '/skills/deploy/SKILL.md',
  metadata: { tags: ['a'] },
}

describe('checkCandidate', () => {
  it('makes a copy that is taken as it is, of its own provider alone', () => {
    const checked = checkCandidate(full)
    expect(checked).toEqual(full)
    expect(checked).not.toBe(full)
    expect(copy(checked)).toBe(checked)
    expect(copy({ ...checked })).not.toBe(checked)
    expect(copy(new Proxy(checked, {}))).not.toBe(checked)
    expect(thrown(() => copyCandidate(checked, { provider: 'q', part: 'candidates[0]' }))).toBeInstanceOf(
      SkillContractError,
    )
    const { constructor } = checked as unknown as { constructor: new (...args: readonly unknown[]) => unknown }
    expect(thrown(() => new constructor({ ...full, name: 'Deploy' }, { provider: 'p', part: 'x' }))).toBeInstanceOf(
      SkillContractError,
    )
    expect(thrown(() => checkCandidate({ ...full, name: 'Deploy' }))).toBeInstanceOf(SkillContractError)
  })

  it('is listed again as the same summary', async () => {
    const registry = createRegistry({ collectCacheMaxEntries: 1, warn: () => {} })
    const checked = checkCandidate(full)
    registry.registerProvider(scripted({ list: () => [checked] }))
    const [first] = await registry.list()
    const [second] = await registry.list({ refresh: true })
    expect(first).toMatchObject({ name: 'deploy' })
    expect(second).toBe(first)
  })
})

describe('copyCandidate', () => {
  it('copies every field of the interface, frozen, and nothing else [R3]', () => {
    const copied = copy({ ...full, secret: 'x', content: 'body', constructor: 1 })
    expect(copied).toEqual(full)
    expect(Object.keys(copied).toSorted()).toEqual(Object.keys(full).toSorted())
    for (const part of [copied, copied.resourceBase, copied.metadata]) expect(Object.isFrozen(part)).toBe(true)
  })

  it('leaves absent what is absent', () => {
    const given = candidate('x', { locator: 1 })
    const copied = copy({ ...given, path: undefined, whenToUse: undefined, metadata: undefined })
    expect({ ...copied }).toStrictEqual(given)
  })

  it('keeps the locator as the same object and never looks into it [R3]', () => {
    const locator = new Proxy(
      {},
      {
        get: () => {
          throw new Error('looked')
        },
        ownKeys: () => {
          throw new Error('looked')
        },
      },
    )
    const copied = copy(candidate('x', { locator }))
    expect(copied.locator === locator).toBe(true)
    expect(Object.isFrozen(locator)).toBe(false)
  })

  it('reads each field once [R3]', () => {
    const reads: string[] = []
    const watched = <T extends object>(value: T, prefix = ''): T =>
      new Proxy(value, {
        get: (target, key) => {
          reads.push(prefix + String(key))
          return Reflect.get(target, key) as unknown
        },
      })
    copy(watched({ ...full, resourceBase: watched({ kind: 'directory', path: '/x' }, 'base.') }))
    expect(reads.toSorted()).toEqual([...Object.keys(full), 'base.kind', 'base.path'].toSorted())
  })

  it('takes each kind of resource base', () => {
    for (const resourceBase of [
      { kind: 'directory', path: '/a' },
      { kind: 'url', url: 'https://example.org/a/' },
      { kind: 'opaque', description: 'in the vault' },
    ] as const) {
      expect(copy({ ...full, resourceBase }).resourceBase).toStrictEqual(resourceBase)
    }
  })

  it.each<readonly [string, unknown]>([
    ['name', undefined],
    ['name', null],
    ['name', 7],
    ['name', ''],
    ['name', 'Deploy'],
    ['name', 'a/../b'],
    ['description', undefined],
    ['description', ''],
    ['description', ' \n\t'],
    ['description', 42],
    ['whenToUse', null],
    ['whenToUse', ''],
    ['disableModelInvocation', 'true'],
    ['disableModelInvocation', null],
    ['disableModelInvocation', 0],
    ['source', undefined],
    ['source', ''],
    ['provider', undefined],
    ['provider', 'q'],
    ['rank', undefined],
    ['rank', '100'],
    ['rank', NaN],
    ['rank', Infinity],
    ['rank', -Infinity],
    ['path', null],
    ['path', ''],
    ['metadata', 'text'],
    ['metadata', []],
    ['resourceBase', '/a'],
    ['resourceBase', null],
  ])('names the field %s when it is %j', (field, value) => {
    const error = broken({ ...full, [field]: value })
    expect(error).toMatchObject({ provider: 'p', field })
    expect(error.message).toMatch(new RegExp(`^Provider "p" broke the skill interface \\(.*\\): ${field} \\S.*\\.$`))
    expect(error.skill).toBe(field === 'name' ? (value && value !== 7 ? value : undefined) : 'deploy')
  })

  it.each([
    ['kind', { kind: 'folder', path: '/a' }],
    ['kind', {}],
    ['path', { kind: 'directory' }],
    ['url', { kind: 'url', url: '' }],
    ['description', { kind: 'opaque', description: 1 }],
  ])('names the field %s of a broken resource base', (field, resourceBase) => {
    expect(broken({ ...full, resourceBase })).toMatchObject({ field, skill: 'deploy' })
  })

  it.each([undefined, null, 42, 'x', true, () => 1, Symbol('s')])('refuses %o as a candidate', (value) => {
    expect(broken(value)).toMatchObject({ provider: 'p', skill: undefined, field: 'candidates[3]' })
  })

  it('contains getters and proxies that throw, whatever they throw [R3]', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(broken(proxy).field).toBe('name')
    for (const field of Object.keys(full)) {
      for (const thrown of [new Error('trap'), undefined, proxy]) {
        const hostile = Object.defineProperty({ ...full }, field, {
          get: () => {
            throw thrown
          },
        })
        expect(broken(hostile)).toMatchObject({ provider: 'p', field })
      }
    }
  })

  it('takes texts up to 65,536 characters, and says how long a longer one is', () => {
    for (const length of [TEXT_MAX_LENGTH - 1, TEXT_MAX_LENGTH]) {
      expect(copy({ ...full, description: 'x'.repeat(length) }).description).toHaveLength(length)
    }
    const error = broken({ ...full, description: 'x'.repeat(TEXT_MAX_LENGTH + 1) })
    expect(error.message).toContain('description must have at most 65536 characters, got 65537')
  })

  it('writes errors that fit in a line, whatever is in the name', () => {
    const error = broken({ ...full, name: `\u001b[2J\n${'x'.repeat(60_000)}` })
    expect(error.message).toMatch(/^[^\p{Cc}]{1,400}$/u)
    expect(error.skill?.length).toBeLessThanOrEqual(64)
  })

  it('either copies anything or throws SkillContractError', () => {
    const anything = fc.anything({ withNullPrototype: true, withDate: true, withMap: true, withBigInt: true })
    const nearly = fc.record(
      {
        name: fc.constantFrom('x', 'X', ''),
        description: fc.string(),
        source: fc.string(),
        provider: fc.constant('p'),
        rank: fc.double(),
        metadata: anything,
        resourceBase: anything,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(anything, nearly), (value) => {
        const outcome = thrown(() => {
          throw copy(value) // oxlint-disable-line no-throw-literal -- either outcome arrives the same way
        })
        expect(outcome instanceof SkillContractError || Object.isFrozen(outcome)).toBe(true)
      }),
    )
  })
})
