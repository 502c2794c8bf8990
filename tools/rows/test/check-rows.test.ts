import { describe, expect, it } from 'vitest'
import { checkRows, type RowRules } from '../check-rows.ts'
import { claimsOf } from '../claims.ts'
import { ROW_IDS } from '../ids.ts'
import { PARTS } from '../parts.ts'
import { rowsApart, rowsOf } from '../read-tables.ts'
import { WAITING } from '../waiting.ts'

const cli = (title: string) => ({ file: 'packages/app/cli/test/x.test.ts', title })
const remote = (title: string) => ({ file: 'packages/skill/skill-http/test/x.test.ts', title })

describe('the rows that a title names', () => {
  it.each([
    ['loads [F17]', ['F17']],
    ['suite > loads "x" [A1] [C8]', ['A1', 'C8']],
    ['loads [A1][C8]', ['A1', 'C8']],
    ['loads [F64 (remote)] [A1]', ['F64 (remote)', 'A1']],
    ['loads [F17] in time', []],
    ['loads [F17] [x]', []],
    ['loads [F17', []],
    ['[F17]', ['F17']],
    ['reads [a] and [f17]', []],
  ])('%j: %j', (title, ids) => {
    expect(claimsOf(cli(title), { F64: ['remote'] })).toEqual(ids)
  })

  it('are parts where those belong, of the rows that have them', () => {
    const parts = { F64: ['remote', 'acp'] } as const
    expect(claimsOf(remote('loads [F64] [A1]'), parts)).toEqual(['F64 (remote)', 'A1'])
    expect(claimsOf(cli('loads [F64]'), parts)).toEqual(['F64'])
  })
})

describe('a check of rows', () => {
  const rules: RowRules = {
    rows: ['F01', 'F02', 'F64'],
    parts: { F64: ['remote'] },
    waiting: { hosts: ['F02'], remote: ['F64 (remote)'] },
  }

  it('finds nothing when all but what waits has a test', () => {
    expect(checkRows([cli('a [F01]'), cli('b [F64] [F01]')], rules)).toEqual({
      findings: [],
      provedCount: 2,
      waitingCount: 2,
    })
  })

  it('names rows without a test, and the parts that another test does not prove', () => {
    expect(checkRows([remote('a [F64]')], { ...rules, waiting: {} }).findings).toEqual([
      'F01: no test; write one whose title ends in [F01]',
      'F02: no test; write one whose title ends in [F02]',
      'F64: no test; write one whose title ends in [F64]',
    ])
    expect(checkRows([cli('a [F01] [F02] [F64]')], { ...rules, waiting: {} }).findings).toEqual([
      'F64 (remote): no test; write one whose title ends in [F64 (remote)]',
    ])
  })

  it('lets nothing wait that has a test', () => {
    const tests = [cli('a [F01] [F64]'), cli('b [F02]'), remote('c [F64]')]
    expect(checkRows(tests, rules).findings).toEqual([
      'F02: has a test, so it waits no longer for hosts; take it off the list',
      'F64 (remote): has a test, so it waits no longer for remote; take it off the list',
    ])
  })

  it('names ids that stand in no table, in titles and in its own lists', () => {
    const tests = [cli('a [F01] [F64] [F99]'), cli('b [F01 (remote)]')]
    expect(
      checkRows(tests, { ...rules, waiting: { hosts: ['F02', 'X1'], remote: ['F64 (remote)'] } }).findings,
    ).toEqual([
      'F99: stands in no table, but in packages/app/cli/test/x.test.ts: a [F01] [F64] [F99]',
      'F01 (remote): stands in no table, but in packages/app/cli/test/x.test.ts: b [F01 (remote)]',
      'X1: stands in tools/rows, but in no table; take it out',
    ])
  })

  it('has lists that fit each other', () => {
    const names = Object.values(WAITING).flat()
    expect(new Set(names).size).toBe(names.length)
    expect(checkRows([], { rows: ROW_IDS, parts: PARTS, waiting: WAITING }).findings).not.toContainEqual(
      expect.stringContaining('stands in tools/rows'),
    )
  })
})

describe('the tables', () => {
  it('have a row for each line that begins with an id', () => {
    expect(rowsOf('| id | input |\n|---|---|\n| F01 | a | b |\n| A10 | c |\n\nText on F02.\n| x1 | d |\n')).toEqual([
      'F01',
      'A10',
    ])
  })

  it('are told apart from the committed list', () => {
    expect(rowsApart(['F01', 'F02'], ['F01', 'F02'])).toEqual([])
    expect(rowsApart(['F01', 'F03'], ['F01', 'F02'])).toEqual([
      'F03: in the tables, and not in ids.ts; add it',
      'F02: in ids.ts, and not in the tables; remove it',
    ])
  })
})
