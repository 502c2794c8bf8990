import { checkCycles } from './check-cycles.ts'
import { checkFiles } from './check-files.ts'
import { checkImports, type ImportRules } from './check-imports.ts'
import { checkManifest } from './check-manifest.ts'
import { checkReferences } from './check-references.ts'
import { compareFindings, type Finding } from './finding.ts'
import { type Package, readPackages } from './packages.ts'
import { readSources } from './sources.ts'
import { EVERYWHERE, type Row } from './table.ts'

/** Everything in the packages below `root` that breaks the table or a rule of the house, sorted. */
export function checkHouse(root: string, table: readonly Row[]): readonly Finding[] {
  const packages = readPackages(root)
  const findings = packages.flatMap((item) => {
    const row = table.find(({ folder }) => folder === item.folder)
    const sources = readSources(root, item)
    const general = checkFiles(root, item, sources)
    if (row === undefined) return [...general, unknownPackage(item)]
    const rules = rulesFor(item, row, table, packages)
    return [...general, ...checkManifest(rules), ...sources.flatMap((source) => checkImports(source, rules))]
  })
  return [...findings, ...checkCycles(packages), ...checkReferences(root, packages)].sort(compareFindings)
}

function rulesFor(item: Package, row: Row, table: readonly Row[], packages: readonly Package[]): ImportRules {
  const workspace = new Set([...table, ...packages].map(({ name }) => name))
  const allowed = table.filter(({ folder }) => mayImport(row, folder))
  return { item, row, workspace, allowed: new Set([...allowed.map(({ name }) => name), ...EVERYWHERE]) }
}

function mayImport(row: Row, folder: string): boolean {
  switch (row.mayImport) {
    case 'anything':
      return true
    case 'both floors':
      return /^(?:skill|agent)\//.test(folder)
    default:
      return row.mayImport.includes(folder.split('/').at(-1) ?? folder)
  }
}

function unknownPackage(item: Package): Finding {
  return {
    path: `packages/${item.folder}/package.json`,
    line: 1,
    what: `${item.name} is not in the table of packages`,
    todo: 'add a row to tools/house/table.ts that says what it may import',
  }
}
