// Checks the rules of the house that no linter knows, here or in the tree that is named, and prints how large the shipped
// code is. `--write` first renews what is made from the package.json files. Exit code 1 when something breaks a rule.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkHouse } from './check-house.ts'
import { figuresOf } from './figures.ts'
import { formatFinding } from './finding.ts'
import { madeFiles } from './made.ts'
import { readPackages } from './packages.ts'
import { readSources } from './sources.ts'

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const root = positionals[0] ?? resolve(import.meta.dirname, '../..')
const packages = readPackages(root)
if (values.write) for (const { path, text } of madeFiles(root, packages)) writeFileSync(join(root, path), text)
const shipped = packages.filter(({ isPrivate }) => !isPrivate)
for (const line of figuresOf(shipped.flatMap((item) => readSources(root, item)))) console.log(line)
const findings = checkHouse(root)
for (const finding of findings) console.log(formatFinding(finding))
if (findings.length > 0) {
  console.error(`${findings.length} finding${findings.length === 1 ? '' : 's'}.`)
  process.exitCode = 1
}
