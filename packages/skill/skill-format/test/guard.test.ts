import { join } from 'node:path'
import { runNode } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { HEADER_MAX_DEPTH, HEADER_MAX_NODES } from '../src/index.ts'
import { FLOODS, NESTING } from './hostile.ts'
import { fileWith, outcome, read, skillWith } from './read.ts'

const child = join(import.meta.dirname, 'children/hostile-child.ts')

describe('nesting', () => {
  it.each((['22', '24'] as const).flatMap((node) => Object.keys(NESTING).map((shape) => [node, shape] as const)))(
    'on Node %s ends no process that reads %s as its first YAML [B1]',
    async (node, shape) => {
      const depths = [850, 1200, 8000]
      const results = await Promise.all(depths.map((depth) => runNode({ node, args: [child, shape, String(depth)] })))
      for (const result of results) {
        expect(result).toMatchObject({ code: 0, signal: null, stdout: 'refused header-too-complex\n' })
      }
    },
    60_000,
  )

  it('is allowed up to a limit, whatever nests', () => {
    const shapes: readonly ((depth: number) => string)[] = [
      (depth) => `metadata: { a: ${'['.repeat(depth - 2)}${']'.repeat(depth - 2)} }`,
      (depth) => `metadata: ${'{ a: '.repeat(depth - 1)}1${' }'.repeat(depth - 1)}`,
      (depth) => `metadata:\n  a:\n    ${'- '.repeat(depth - 2)}x`,
      (depth) =>
        `metadata:\n${Array.from({ length: depth - 1 }, (_, level) => `${' '.repeat(level + 1)}a:`).join('\n')}`,
    ]
    for (const shape of shapes) {
      expect(outcome(skillWith(shape(HEADER_MAX_DEPTH - 1)))).toEqual(['A skill.'])
      expect(outcome(skillWith(shape(HEADER_MAX_DEPTH)))).toEqual(['A skill.'])
      expect(outcome(skillWith(shape(HEADER_MAX_DEPTH + 1)))).toEqual([
        'refused',
        expect.stringContaining('error header-too-complex'),
      ])
    }
  })
})

describe('the number of nodes', () => {
  /** The map, two keys with values, and the key and list of `metadata`. */
  const AROUND = 1 + 4 + 2

  it('has a limit, whatever they are', () => {
    const shapes: readonly ((count: number) => string)[] = [
      (count) => `metadata: [${'x, '.repeat(count)}]`,
      (count) => `metadata:\n${'  - x\n'.repeat(count)}`,
    ]
    for (const shape of shapes) {
      expect(read(skillWith(shape(HEADER_MAX_NODES - AROUND - 1))).kind).toBe('skill')
      expect(read(skillWith(shape(HEADER_MAX_NODES - AROUND))).kind).toBe('skill')
      expect(outcome(skillWith(shape(HEADER_MAX_NODES - AROUND + 1)))).toEqual([
        'refused',
        expect.stringContaining('error header-too-complex'),
      ])
    }
  })

  it('counts keys and empty values', () => {
    const pairs = (count: number) => Array.from({ length: count }, (_, index) => `  k${index}:`).join('\n')
    const most = Math.floor((HEADER_MAX_NODES - AROUND) / 2)
    expect(read(skillWith(`metadata:\n${pairs(most)}`)).kind).toBe('skill')
    expect(read(skillWith(`metadata:\n${pairs(most + 1)}`)).kind).toBe('refused')
  })

  it('bounds what a header made of errors costs [B2]', () => {
    for (const [name, yaml] of Object.entries(FLOODS)) {
      for (const tolerance of ['strict', 'repair'] as const) {
        const result = read(fileWith(yaml), tolerance)
        expect([name, result.kind]).toEqual([name, 'refused'])
        expect(result.problems.length).toBeLessThan(HEADER_MAX_NODES / 2)
      }
    }
  })
})

describe('aliases', () => {
  it('make no bomb and no cycle [B3]', () => {
    const bomb = [
      'a0: &a0 [x]',
      ...Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`),
    ]
    expect(outcome(skillWith(bomb.join('\n')))).toEqual(['refused', 'error yaml-alias 5:10'])
    expect(outcome(skillWith('metadata: &m { self: *m }'))).toEqual(['refused', 'error yaml-alias 4:22'])
    expect(outcome(skillWith('metadata: &m { self: *m }'), 'repair')).toEqual([
      'A skill.',
      'warning key-repaired 4:22',
      'warning metadata-dropped 4:11',
    ])
  })
})
