import { expect, it } from 'vitest'
import { deepFreeze } from '../src/index.ts'

it('freezes every object and list in what it is given, and returns it', () => {
  const data = { list: [{ deep: { text: 'a' } }], nothing: null, number: 1 }
  expect(deepFreeze(data)).toBe(data)
  const parts = [data, data.list, data.list[0], data.list[0]?.deep]
  expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true])
})

it('leaves what is no object as it is', () => {
  for (const data of ['text', 1, true, null, undefined]) expect(deepFreeze(data)).toBe(data)
})

it('goes deeper than a stack, and ends where data holds itself', () => {
  let deep: unknown[] = []
  const innermost = deep
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  deepFreeze(deep)
  expect(Object.isFrozen(innermost)).toBe(true)
  const circle: unknown[] = []
  circle.push(circle)
  expect(Object.isFrozen(deepFreeze(circle))).toBe(true)
})
