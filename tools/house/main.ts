// Checks the table of packages and the rules that no linter knows, here or in the tree that is named. Exit code 1 when
// something breaks them.
import { resolve } from 'node:path'
import { checkHouse } from './check-house.ts'
import { formatFinding } from './finding.ts'
import { TABLE } from './table.ts'

const findings = checkHouse(process.argv[2] ?? resolve(import.meta.dirname, '../..'), TABLE)
for (const finding of findings) console.log(formatFinding(finding))
if (findings.length > 0) {
  console.error(`${findings.length} finding${findings.length === 1 ? '' : 's'}.`)
  process.exitCode = 1
}
