import { expect, it } from 'vitest'
import { ratios, spread } from '../src/statistics.ts'

it('takes the middle sample, or the mean of the two in the middle', () => {
  expect(spread([5, 1, 9])).toEqual({ median: 5, low: 1, high: 9, samples: [5, 1, 9] })
  expect(spread([4, 1, 2, 100]).median).toBe(3)
  expect(() => spread([])).toThrow(RangeError)
})

it('divides each sample by the yardstick of its own round', () => {
  expect(ratios([10, 40], [5, 10])).toEqual([2, 4])
  expect(() => ratios([1, 2], [1])).toThrow(RangeError)
})
