// Checks docs/robustness.md against the tests. With the path of a report of vitest's JSON reporter only tests that passed
// count; without one, all that vitest lists. `--write` renews the column of packages. Exit code 1 on a finding.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkPage } from './page.ts'
import { listedTests, passedTests } from './titles.ts'

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false }, page: { type: 'string' } },
  allowPositionals: true,
})
const root = resolve(import.meta.dirname, '../..')
const path = values.page ?? join(root, 'docs/robustness.md')
const [reportPath] = positionals
const page = readFileSync(path, 'utf8')
const tests = reportPath === undefined ? listedTests(root) : passedTests(reportPath, root)
const { findings, text, rowCount } = checkPage(page, tests)
for (const finding of findings) console.log(finding)
if (values.write) {
  writeFileSync(path, text)
} else if (text !== page && findings.length === 0) {
  console.log('docs/robustness.md is out of date; run: npm run robustness -- --write')
  process.exitCode = 1
}
console.log(`${rowCount} rows, ${findings.length} findings.`)
if (findings.length > 0) process.exitCode = 1
