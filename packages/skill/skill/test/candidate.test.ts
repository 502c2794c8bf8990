import { checkCandidate, createRegistry, SkillContractError, type SkillCandidate } from '@deepseek-ai/dsh-skill'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TEXT_MAX_LENGTH } from '../src/fields.ts'
import { readCandidate } from '../src/read-skill.ts'
import { candidate, scripted, thrown } from './setup.ts'

/** The copy, and what was left out of it. */
function read(value: unknown): { readonly copied: SkillCandidate | undefined; readonly dropped: readonly string[] } {
  const dropped: string[] = []
  const origin = { provider: 'p', part: 'candidates[3]' }
  const copied = readCandidate(value, origin, (field, complaint) => dropped.push(`${field} ${complaint}`))
  return { copied, dropped }
}

function copy(value: unknown): SkillCandidate {
  const { copied } = read(value)
  if (copied === undefined) throw new Error('The candidate was left out.')
  return copied
}

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
    expect(thrown(() => readCandidate(checked, { provider: 'q', part: 'candidates[0]' }, () => {}))).toBeInstanceOf(
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

describe('readCandidate', () => {
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
    ['description', 42],
    ['provider', undefined],
    ['provider', 'q'],
    ['rank', undefined],
    ['rank', '100'],
    ['rank', NaN],
    ['rank', Infinity],
    ['rank', -Infinity],
  ])('names the field %s when it is %j', (field, value) => {
    const error = broken({ ...full, [field]: value })
    expect(error).toMatchObject({ provider: 'p', field })
    expect(error.message).toMatch(new RegExp(`^Provider "p" broke the skill interface \\(.*\\): ${field} \\S.*\\.$`))
    expect(error.skill).toBe(field === 'name' ? (value && value !== 7 ? value : undefined) : 'deploy')
  })

  it.each<readonly [string, unknown]>([
    ['whenToUse', null],
    ['whenToUse', ''],
    ['whenToUse', ' \n'],
    ['path', null],
    ['path', ''],
    ['metadata', 'text'],
    ['metadata', []],
    ['metadata', null],
    ['metadata', new Map()],
    ['resourceBase', '/a'],
    ['resourceBase', null],
    ['resourceBase', {}],
    ['resourceBase', { kind: 'folder', path: '/a' }],
    ['resourceBase', { kind: 'directory' }],
    ['resourceBase', { kind: 'directory', path: '' }],
    ['resourceBase', { kind: 'url', url: '' }],
    ['resourceBase', { kind: 'opaque', description: 1 }],
  ])('leaves out the field %s when it is %j, and keeps the skill [G69]', (field, value) => {
    const { copied, dropped } = read({ ...full, [field]: value })
    const { [field as 'path']: _left, ...rest } = full
    expect(copied).toEqual(rest)
    expect(copied).not.toHaveProperty(field)
    expect(dropped).toHaveLength(1)
    expect(dropped[0]).toMatch(new RegExp(`^${field}\\S* must \\S`))
  })

  it('leaves out the values of metadata that are no plain data, and keeps the others [G69]', () => {
    const { copied, dropped } = read({ ...full, metadata: { at: new Date(0), tags: ['a'], run: () => 1 } })
    expect(copied?.metadata).toEqual({ tags: ['a'] })
    expect(dropped).toEqual([
      'metadata.at must be plain data, got an object of a class',
      'metadata.run must be plain data, got a function',
    ])
  })

  it('names its provider as the source where there is none [G69]', () => {
    for (const source of ['', ' ', undefined, 7]) {
      const { copied, dropped } = read({ ...full, source })
      expect([copied?.source, dropped.length]).toEqual(['p', 1])
    }
  })

  it('is hidden from the model when its flag cannot be understood [G69]', () => {
    for (const disableModelInvocation of ['true', 'false', null, 0, 1]) {
      const { copied, dropped } = read({ ...full, disableModelInvocation })
      expect([copied?.disableModelInvocation, dropped.length]).toEqual([true, 1])
    }
  })

  it.each([
    ['empty', ''],
    ['blank', ' \n\t'],
    ['endless', 'x'.repeat(TEXT_MAX_LENGTH + 1)],
  ])('is left out when its description is %s [G69]', (_, description) => {
    const { copied, dropped } = read({ ...full, description })
    expect(copied).toBeUndefined()
    expect(dropped).toHaveLength(1)
    expect(thrown(() => checkCandidate({ ...full, description }))).toMatchObject({
      constructor: SkillContractError,
      field: 'description',
    })
  })

  it.each([undefined, null, 42, 'x', true, () => 1, Symbol('s')])('refuses %o as a candidate', (value) => {
    expect(broken(value)).toMatchObject({ provider: 'p', skill: undefined, field: 'candidates[3]' })
  })

  it('takes texts up to 65,536 characters, and says how long a longer one is', () => {
    for (const length of [TEXT_MAX_LENGTH - 1, TEXT_MAX_LENGTH]) {
      expect(copy({ ...full, description: 'x'.repeat(length) }).description).toHaveLength(length)
    }
    expect(read({ ...full, description: 'x'.repeat(TEXT_MAX_LENGTH + 1) }).dropped).toEqual([
      'description must have at most 65536 characters, got 65537',
    ])
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
          throw read(value).copied ?? Object.freeze({}) // oxlint-disable-line no-throw-literal -- either outcome arrives the same way
        })
        expect(outcome instanceof SkillContractError || Object.isFrozen(outcome)).toBe(true)
      }),
    )
  })
})

it('an object that throws when it is read breaks the interface, by the name of its provider [G69]', async () => {
  const locked = (): never => {
    throw new RangeError('locked')
  }
  const proxy = new Proxy(full, { get: locked })
  const getter = Object.defineProperty({ ...full }, 'whenToUse', { get: locked })
  for (const [listed, part] of [
    [[getter], 'candidates[0]'],
    [[full, proxy], 'candidates[1]'],
    [Object.defineProperty({}, 'candidates', { get: locked }), 'answer of list()'],
  ] as const) {
    const registry = createRegistry({ collectCacheMaxEntries: 1, warn: () => {} })
    registry.registerProvider(scripted({ list: () => listed }))
    const message = `Provider "p" broke the skill interface (${part}): ${part} cannot be read: locked.`
    await expect(registry.list()).rejects.toMatchObject({ name: 'SkillContractError', message })
    expect(thrown(() => registry.register(proxy as never))).toBeInstanceOf(SkillContractError)
  }
})
