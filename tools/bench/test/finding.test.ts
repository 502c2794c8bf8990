import { expect, it } from 'vitest'
import { ratioFinding, valueFinding } from '../src/finding.ts'
import { rowLine, table } from '../src/table.ts'

const scan = { what: 'scan', unit: 'ms', yardstickName: 'floor' } as const

it('misses an aim on the median of the ratios, not on the ratio of the medians', () => {
  const finding = ratioFinding({ ...scan, ours: [10, 12, 90], yardstick: [10, 10, 30], aim: { atMost: 1.2 } })
  expect(finding.ratio?.median).toBe(1.2)
  expect(finding.isMissed).toBe(false)
  expect(ratioFinding({ ...scan, ours: [13], yardstick: [10], aim: { atMost: 1.2 } }).isMissed).toBe(true)
  expect(ratioFinding({ ...scan, ours: [30], yardstick: [10], aim: { atLeast: 2.5 } }).isMissed).toBe(false)
  expect(ratioFinding({ ...scan, ours: [20], yardstick: [10], aim: { atLeast: 2.5 } }).isMissed).toBe(true)
})

it('counts a number that is none as missed', () => {
  expect(valueFinding({ what: 'x', unit: 'ms', ours: [Number.NaN], aim: { atMost: 1 } }).isMissed).toBe(true)
})

it('shows medians with their lowest and highest sample, the aim and the verdict', () => {
  const rows = [
    { id: 'P1', ...ratioFinding({ ...scan, ours: [10, 12], yardstick: [10, 10], aim: { atMost: 1.05 } }) },
    { id: 'P2', ...valueFinding({ what: 'heap', unit: 'B', ours: [1234.5], aim: { atMost: 1700 } }) },
    { id: 'P4', what: 'calls', skipped: 'no strace' },
  ]
  expect(table(rows)).toBe(
    [
      '| #   | measure | ours             | yardstick   | ratio          | aim       |                    |',
      '| --- | ------- | ---------------- | ----------- | -------------- | --------- | ------------------ |',
      '| P1  | scan    | 11 ms (10 to 12) | floor 10 ms | 1.1 (1 to 1.2) | ≤ 1.05    | MISSED             |',
      '| P2  | heap    | 1,235 B          |             |                | ≤ 1,700 B | ok                 |',
      '| P4  | calls   |                  |             |                |           | skipped: no strace |',
    ].join('\n'),
  )
  expect(rows.map(rowLine)).toEqual([
    'P1 scan: 11 ms (10 to 12), yardstick floor 10 ms, ratio 1.1 (1 to 1.2), aim ≤ 1.05, MISSED',
    'P2 heap: 1,235 B, aim ≤ 1,700 B, ok',
    'P4 calls: skipped: no strace',
  ])
})
