import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { METADATA_MAX_DEPTH, METADATA_MAX_NODES, readMetadata } from '../src/metadata.ts'
import { TEXT_MAX_LENGTH } from '../src/fields.ts'
import { sparse } from './setup.ts'

const copy = (value: unknown): unknown => readMetadata(value, () => {})

/** What is left out, and why. */
function dropped(value: unknown): readonly string[] {
  const lines: string[] = []
  readMetadata(value, (field, complaint) => lines.push(`${field} ${complaint}`))
  return lines
}

/** Maps and lists in turn, a map outermost, with a value inside the last. */
function nested(depth: number): unknown {
  let value: unknown = 'inside'
  for (let level = depth; level >= 1; level -= 1) value = level % 2 === 1 ? { in: value } : [value]
  return value
}

const wide = (values: number): unknown =>
  Object.fromEntries(Array.from({ length: values }, (_, key) => [`k${key}`, key]))

describe('readMetadata', () => {
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

  it('leaves out metadata that throws when it is read [G69]', () => {
    const throws = (): never => {
      throw new Error('locked')
    }
    const left = ['metadata cannot be read: locked']
    expect(dropped(Object.defineProperty({ a: 1 }, 'b', { get: throws, enumerable: true }))).toEqual(left)
    expect(dropped({ a: new Proxy({}, { ownKeys: throws }) })).toEqual(left)
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
  ])('leaves out %s [G69]', (_title, given, field) => {
    expect(dropped(given)).toHaveLength(1)
    expect(dropped(given)[0]?.startsWith(`${field} must be `)).toBe(true)
  })

  it('names three values that are left out, and counts the others [G69]', () => {
    const given = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((key) => [key, () => 1]))
    expect(copy({ ...given, kept: true })).toEqual({ kept: true })
    expect(dropped(given)).toEqual([
      ...['a', 'b', 'c'].map((key) => `metadata.${key} must be plain data, got a function`),
      'metadata holds 2 more values that cannot be taken',
    ])
  })

  it('ends with cycles, and with a thing that occurs too often [G69]', () => {
    const cyclic: Record<string, unknown> = { kept: 1 }
    cyclic['self'] = cyclic
    expect(dropped(cyclic)).toEqual([expect.stringContaining('nested deeper than 32')])
    let bomb: unknown = 'x'
    for (let level = 0; level < 9; level += 1) bomb = [bomb, bomb, bomb, bomb, bomb, bomb, bomb, bomb, bomb]
    expect(copy({ bomb })).toBeUndefined()
    expect(dropped({ bomb })).toEqual(['metadata makes more than 1024 values'])
  })

  it('nests 31 and 32 deep, not 33', () => {
    for (const depth of [METADATA_MAX_DEPTH - 1, METADATA_MAX_DEPTH]) expect(dropped(nested(depth))).toEqual([])
    expect(dropped(nested(METADATA_MAX_DEPTH + 1))).toEqual([expect.stringContaining('nested deeper than 32')])
  })

  it('holds 1,023 and 1,024 values, not 1,025', () => {
    for (const values of [METADATA_MAX_NODES - 2, METADATA_MAX_NODES - 1]) expect(dropped(wide(values))).toEqual([])
    expect(dropped(wide(METADATA_MAX_NODES))).toEqual(['metadata makes more than 1024 values'])
  })

  it('takes texts and keys up to the limit', () => {
    for (const length of [TEXT_MAX_LENGTH - 1, TEXT_MAX_LENGTH]) {
      expect(dropped({ a: 'x'.repeat(length), ['k'.repeat(length)]: 1 })).toEqual([])
    }
    expect(dropped({ a: 'x'.repeat(TEXT_MAX_LENGTH + 1) })).toHaveLength(1)
    expect(dropped({ ['k'.repeat(10_000_000)]: 1 })[0]?.length).toBeLessThan(400)
  })

  it('leaves out a list that claims to be endless', () => {
    expect(dropped({ a: sparse(4_000_000_000) })).toHaveLength(1)
  })
})
