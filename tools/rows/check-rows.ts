import { claimsOf, partName, type TestTitle } from './claims.ts'
import type { Parts } from './parts.ts'

export interface RowRules {
  /** The id of each row of the tables. */
  readonly rows: readonly string[]
  readonly parts: Parts
  /** Rows (`F74`) and parts (`F64 (remote)`) that need no test yet, by what they wait for. */
  readonly waiting: Readonly<Record<string, readonly string[]>>
}

export interface RowReport {
  /** One line each; none when every row and part has a test or waits rightly. */
  readonly findings: readonly string[]
  readonly provedCount: number
  readonly waitingCount: number
}

/** Compares the rows and their parts with the tests that claim to prove them. Pure. */
export function checkRows(tests: readonly TestTitle[], { rows, parts, waiting }: RowRules): RowReport {
  const names = new Set(rows.flatMap((row) => [row, ...(parts[row] ?? []).map((part) => partName(row, part))]))
  const reasons = new Map(Object.entries(waiting).flatMap(([reason, list]) => list.map((name) => [name, reason])))
  const claimed = new Set<string>()
  const unknown: string[] = []
  for (const test of tests) {
    for (const name of claimsOf(test, parts)) {
      if (names.has(name)) claimed.add(name)
      else unknown.push(`${name}: stands in no table, but in ${test.file}: ${test.title}`)
    }
  }
  const strays = [...reasons.keys(), ...Object.keys(parts)].filter((name) => !names.has(name))
  const missing = [...names].filter((name) => !claimed.has(name) && !reasons.has(name))
  const ready = [...names].filter((name) => claimed.has(name) && reasons.has(name))
  return {
    findings: [
      ...unknown,
      ...strays.map((name) => `${name}: stands in tools/rows, but in no table; take it out`),
      ...missing.map((name) => `${name}: no test; write one whose title ends in [${name}]`),
      ...ready.map(
        (name) => `${name}: has a test, so it waits no longer for ${reasons.get(name)}; take it off the list`,
      ),
    ],
    provedCount: claimed.size,
    waitingCount: reasons.size,
  }
}
