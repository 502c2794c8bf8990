// Checks the table of packages and the rules that no linter knows, here or in the tree that is named, and prints how large
// the shipped code is. Exit code 1 when something breaks a rule.
import { resolve } from 'node:path'
import { checkHouse } from './check-house.ts'
import { figuresOf } from './figures.ts'
import { formatFinding } from './finding.ts'
import { readPackages } from './packages.ts'
import { readSources } from './sources.ts'
import { TABLE } from './table.ts'

const root = process.argv[2] ?? resolve(import.meta.dirname, '../..')
const shipped = readPackages(root).filter(({ isPrivate }) => !isPrivate)
for (const line of figuresOf(shipped.flatMap((item) => readSources(root, item)))) console.log(line)
const findings = checkHouse(root, TABLE)
for (const finding of findings) console.log(formatFinding(finding))
if (findings.length > 0) {
  console.error(`${findings.length} finding${findings.length === 1 ? '' : 's'}.`)
  process.exitCode = 1
}
