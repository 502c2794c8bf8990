import { describe, expect, it } from 'vitest'
import { checkPage, idsOf } from '../page.ts'

const cli = (title: string) => ({ file: 'packages/app/cli/test/x.test.ts', title })
const local = (title: string) => ({ file: 'packages/skill/skill-local/test/faults/x.test.ts', title })
const page = (...rows: readonly string[]) =>
  ['# Title', '', '| id | what | tests in |', '|---|---|---|', ...rows].join('\n')

describe('the ids that a title names', () => {
  it.each([
    ['loads [F17]', ['F17']],
    ['suite > loads "x" [A1] [C8]', ['A1', 'C8']],
    ['loads [A1][C8]', ['A1', 'C8']],
    ['loads [F17] in time', []],
    ['loads [F17] [x]', []],
    ['loads [F17', []],
    ['[F17]', ['F17']],
    ['reads [a] and [f17]', []],
  ])('%j: %j', (title, ids) => {
    expect(idsOf(title)).toEqual(ids)
  })
})

describe('a check of the page', () => {
  it('names the packages that test a row, sorted, each once', () => {
    const tests = [local('a [F01]'), cli('b [F01] [F02]'), cli('c [F01]')]
    expect(checkPage(page('| F01 | One \\| holds. | old |', '| F02 | Two holds. |  |'), tests)).toEqual({
      findings: [],
      text: page('| F01 | One \\| holds. | cli, skill-local |', '| F02 | Two holds. | cli |'),
      rowCount: 2,
    })
  })

  it('finds rows without a test, ids without a row, and rows that stand twice', () => {
    const { findings } = checkPage(page('| F01 | One. | |', '| F02 | Two. | |', '| F02 | Two. | |'), [
      cli('a [F02]'),
      cli('b [F03]'),
    ])
    expect(findings).toEqual([
      'F01: no test; write one whose title ends in [F01]',
      'F02: two rows; keep one',
      'F03: no row in docs/robustness.md; add one',
    ])
  })
})
