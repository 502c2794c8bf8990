import { expect, it } from 'vitest'
import { GatheredCalls } from '../src/gather-calls.ts'
import { readChunk } from '../src/read-chunk.ts'

type Call = Readonly<Record<string, unknown>>

/** The calls that come of deltas, each with a list of pieces, as `id name arguments`. */
function gathered(...deltas: readonly (readonly Call[])[]): readonly string[] {
  const calls = new GatheredCalls()
  for (const pieces of deltas) {
    const chunk = readChunk({ choices: [{ index: 0, delta: { tool_calls: pieces } }] })
    for (const piece of chunk.calls) calls.add(piece)
  }
  return calls.all().map((call) => `${call.id} ${call.name} ${call.arguments}`)
}

const named = (name: string, text: unknown, more: Call = {}): Call => ({ function: { name, arguments: text }, ...more })
const rest = (text: string, more: Call = {}): Call => ({ function: { arguments: text }, ...more })

it.each<readonly [string, readonly (readonly Call[])[], readonly string[]]>([
  ['an index in words', [[named('a', '{', { index: '0' })], [rest('}', { index: 0 })]], [' a {}']],
  ['numbers as ids', [[named('a', '{}', { id: 1 })], [named('b', '{}', { id: 2 })]], ['1 a {}', '2 b {}']],
  ['several in one list, without ids and indices', [[named('a', '{}'), named('a', '{}')]], [' a {}', ' a {}']],
  [
    'pieces by id alone',
    [[named('a', '{', { id: 'x' }), named('b', '{', { id: 'y' })], [rest('}', { id: 'x' })]],
    ['x a {}', 'y b {'],
  ],
  [
    'a name in pieces',
    [[named('sk', '', { index: 0 })], [named('ill', '', { index: 0 })], [rest('{}', { index: 0 })]],
    [' skill {}'],
  ],
  ['a name that grows', [[named('sk', '', { index: 0 })], [named('skill', '{}', { index: 0 })]], [' skill {}']],
  [
    'braces inside of texts',
    [[named('a', '{"x":"}', { index: 0 })], [named('a', '{\\""}', { index: 0 })]],
    [' a {"x":"}{\\""}'],
  ],
  [
    'one index, no ids, two calls',
    [[named('a', '{"n":1}', { index: 0 })], [named('a', '{"n":2}', { index: 0 })]],
    [' a {"n":1}', ' a {"n":2}'],
  ],
  ['calls without arguments', [[named('a', null)], [named('b', undefined)]], [' a ', ' b ']],
  [
    'an id for each piece',
    [[named('a', '{"n"', { index: 0, id: 'x' })], [rest(':1}', { index: 0, id: 'y' })]],
    ['x a {"n":1}'],
  ],
  [
    'an id and the name for each piece, then another call at the same place',
    [
      [named('a', '{"n"', { index: 0, id: 'x' })],
      [named('a', ':1}', { index: 0, id: 'y' })],
      [named('a', '{"n":2}', { index: 0, id: 'z' })],
    ],
    ['x a {"n":1}', 'z a {"n":2}'],
  ],
  [
    'the whole call once more at the end',
    [
      [named('a', '{"n"', { index: 0, id: 'x' })],
      [rest(':1}', { index: 0 })],
      [named('a', '{"n":1}', { index: 0, id: 'x' })],
    ],
    ['x a {"n":1}'],
  ],
  [
    'calls that say nothing',
    [[{}], [named('', '', { index: 0, id: '' })], [named('a', '{}', { index: 0 })]],
    [' a {}'],
  ],
  ['fields beside no function', [[{ id: 'x', name: 'a', arguments: { n: 1 } }]], ['x a {"n":1}']],
])('puts calls together: %s [G10]', (_, deltas, expected) => {
  expect(gathered(...deltas)).toEqual(expected)
})

it('stops at too many calls, and at too much of them [G16]', () => {
  const calls = new GatheredCalls()
  const piece = (index: number, text: string) => ({ index: `${index}`, id: '', name: 'a', arguments: text })
  const taken = Array.from({ length: 200 }, (_, index) => calls.add(piece(index, '{}')))
  expect(taken.indexOf(false)).toBe(128)
  expect(new GatheredCalls().add(piece(0, 'x'.repeat(3_000_000)))).toBe(false)
})
