// Checks that every row of the tables has a test, or waits for something that is not there yet. With the path of a report
// of vitest's JSON reporter only tests that passed count; without one, all that vitest lists. Exit code 1 on a finding.
import { resolve } from 'node:path'
import { checkRows } from './check-rows.ts'
import { ROW_IDS } from './ids.ts'
import { PARTS } from './parts.ts'
import { readTables, rowsApart } from './read-tables.ts'
import { listedTests, passedTests } from './test-titles.ts'
import { WAITING } from './waiting.ts'

const root = resolve(import.meta.dirname, '../..')
const [reportPath] = process.argv.slice(2)
const rows = readTables(resolve(root, '../shared')) ?? ROW_IDS
const tests = reportPath === undefined ? listedTests(root) : passedTests(reportPath, root)
const report = checkRows(tests, { rows, parts: PARTS, waiting: WAITING })
const findings = [...rowsApart(rows, ROW_IDS), ...report.findings]
for (const finding of findings) console.log(finding)
console.log(`${report.provedCount} rows and parts have tests, ${report.waitingCount} wait.`)
if (findings.length > 0) {
  console.error(`${findings.length} finding${findings.length === 1 ? '' : 's'}.`)
  process.exitCode = 1
}
