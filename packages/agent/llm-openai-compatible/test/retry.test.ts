import { expect, it } from 'vitest'
import type { Failure } from '../src/failure.ts'
import { parseRetryAfter, retryDelayMs } from '../src/retry.ts'

const failure = (more: Partial<Failure> = {}): Failure => ({
  kind: 'server',
  what: '',
  advice: '',
  isPassing: true,
  ...more,
})

it('waits twice as long each time, half a minute at most', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((retries) => retryDelayMs(failure(), retries, 10))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
})

it('waits as long as the endpoint asks, up to a minute, and does not come back sooner', () => {
  for (const [retryAfterMs, delay] of [
    [0, 0],
    [60_000, 60_000],
    [60_001, undefined],
    [Infinity, undefined],
  ] as const) {
    expect(retryDelayMs(failure({ retryAfterMs }), 0, 1)).toBe(delay)
  }
})

it('gives up after so many retries, and at once when a failure does not pass', () => {
  expect(retryDelayMs(failure(), 2, 2)).toBeUndefined()
  expect(retryDelayMs(failure(), 0, 0)).toBeUndefined()
  expect(retryDelayMs(failure({ isPassing: false }), 0, 2)).toBeUndefined()
})

it.each([
  ['0', 0],
  [' 7 ', 7000],
  ['1000000000', 1e12],
  ['9'.repeat(400), Infinity],
  ['Thu, 01 Jan 1970 00:01:30 GMT', 30_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Thu, soon', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['', undefined],
  [null, undefined],
])('reads Retry-After %s as %d ms', (value, ms) => {
  expect(parseRetryAfter(value, 60_000)).toBe(ms)
})
