import { SkillContractError } from '@deepseek-ai/dsh-skill'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyMetadata, METADATA_MAX_DEPTH, METADATA_MAX_NODES } from '../src/metadata.ts'
import { TEXT_MAX_LENGTH } from '../src/fields.ts'
import { sparse, thrown } from './setup.ts'

const copy = (value: unknown): unknown => copyMetadata({ provider: 'p', part: 'candidates[0]', skill: 's' }, value)

/** The error, which must name provider, skill and field. */
function broken(value: unknown): SkillContractError {
  const error = thrown(() => copy(value))
  expect(error).toMatchObject({ constructor: SkillContractError, provider: 'p', skill: 's' })
  return error as SkillContractError
}

/** Maps and lists in turn, a map outermost, with a value inside the last. */
function nested(depth: number): unknown {
  let value: unknown = 'inside'
  for (let level = depth; level >= 1; level -= 1) value = level % 2 === 1 ? { in: value } : [value]
  return value
}

const wide = (values: number): unknown =>
  Object.fromEntries(Array.from({ length: values }, (_, key) => [`k${key}`, key]))

describe('copyMetadata', () => {
  it('copies plain data of any shape, frozen all through, as objects without a prototype [R3]', () => {
    const given = { a: 1, b: 'two', c: [true, null, { d: [] }], e: {}, f: undefined, g: 1n }
    const copied = copy(given) as Record<string, unknown>
    expect(copied).toEqual({ a: 1, b: 'two', c: [true, null, { d: [] }], e: {}, g: 1n })
    expect(Object.keys(copied)).not.toContain('f')
    expect(Object.getPrototypeOf(copied)).toBeNull()
    const list = copied['c'] as readonly unknown[]
    for (const part of [copied, list, list[2], copied['e']]) expect(Object.isFrozen(part)).toBe(true)
    given.c.push(false)
    expect(list).toHaveLength(3)
  })

  it('copies what JSON can say without a change', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 }), (given) => {
        const expected = JSON.parse(
          JSON.stringify(given, (key, value: unknown) => (key === '__proto__' ? undefined : value)),
        ) as unknown
        expect(JSON.parse(JSON.stringify(copy(given)))).toEqual(expected)
      }),
    )
  })

  it('lets no key reach a prototype [B4]', () => {
    const given = JSON.parse(
      '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"prototype":1,"<<":{"x":1}}',
    ) as object
    const copied = copy(given) as object
    expect(Object.keys(copied)).toEqual(['constructor', 'prototype', '<<'])
    for (const spread of [{ ...copied }, Object.assign({}, copied), structuredClone(copied)]) {
      expect((spread as { x?: unknown }).x).toBeUndefined()
    }
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('reads each getter once', () => {
    let reads = 0
    const given = {
      get a() {
        reads += 1
        return reads
      },
    }
    expect(copy(given)).toEqual({ a: 1 })
    expect(reads).toBe(1)
  })

  it('takes plain objects of another realm', async () => {
    const { runInNewContext } = await import('node:vm')
    expect(copy(runInNewContext('({ a: { b: [1] } })'))).toEqual({ a: { b: [1] } })
  })

  it.each([
    ['null', null, 'metadata'],
    ['text', 'x', 'metadata'],
    ['a list', [], 'metadata'],
    ['a function', { a: () => 1 }, 'metadata.a'],
    ['a symbol', { a: [Symbol('s')] }, 'metadata.a[0]'],
    ['a date', { a: { b: new Date(0) } }, 'metadata.a.b'],
    ['a map', { a: new Map() }, 'metadata.a'],
    ['a class', new (class Own {})(), 'metadata'],
  ])('refuses %s', (_title, given, field) => {
    expect(broken(given).field).toBe(field)
  })

  it('contains getters and proxies that throw', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const trap = (): never => {
      throw new Error('trap')
    }
    expect(broken(proxy).field).toBe('metadata')
    expect(broken({ a: proxy }).field).toBe('metadata.a')
    expect(broken({ get a() { return trap() } }).message).toContain('metadata.a cannot be read: trap') // prettier-ignore
    for (const handler of [{ get: trap }, { ownKeys: trap }, { getPrototypeOf: trap }]) {
      expect(broken(new Proxy({ a: 1 }, handler)).message).toContain('cannot be read: trap')
    }
  })

  it('refuses cycles, and a thing that occurs too often', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    broken(cyclic)
    let bomb: unknown = 'x'
    for (let level = 0; level < 9; level += 1) bomb = [bomb, bomb, bomb, bomb, bomb, bomb, bomb, bomb, bomb]
    broken({ bomb })
  })

  it('nests 31 and 32 deep, not 33', () => {
    for (const depth of [METADATA_MAX_DEPTH - 1, METADATA_MAX_DEPTH]) copy(nested(depth))
    expect(broken(nested(METADATA_MAX_DEPTH + 1)).message).toContain('nested deeper than 32')
  })

  it('holds 1,023 and 1,024 values, not 1,025', () => {
    for (const values of [METADATA_MAX_NODES - 2, METADATA_MAX_NODES - 1]) copy(wide(values))
    expect(broken(wide(METADATA_MAX_NODES)).message).toContain('more than 1024 values')
  })

  it('takes texts and keys up to the limit', () => {
    for (const length of [TEXT_MAX_LENGTH - 1, TEXT_MAX_LENGTH])
      copy({ a: 'x'.repeat(length), ['k'.repeat(length)]: 1 })
    broken({ a: 'x'.repeat(TEXT_MAX_LENGTH + 1) })
    expect(broken({ ['k'.repeat(10_000_000)]: 1 }).message.length).toBeLessThan(400)
  })

  it('refuses a list that claims to be endless', () => {
    broken({ a: sparse(4_000_000_000) })
  })
})
