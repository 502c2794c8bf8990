import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkFileCycles, checkPackageCycles } from './check-cycles.ts'
import { checkFiles } from './check-files.ts'
import { checkImports, checkManifest } from './check-imports.ts'
import { compareFindings, type Finding } from './finding.ts'
import { madeFiles } from './made.ts'
import { type Package, readPackages } from './packages.ts'
import { readSources } from './sources.ts'

/** Everything in the packages below `root` that breaks a rule of the house, sorted. */
export function checkHouse(root: string): readonly Finding[] {
  const packages = readPackages(root)
  const findings = packages.flatMap((item) => {
    const sources = readSources(root, item)
    return [
      ...checkFiles(root, item, sources),
      ...checkFileCycles(sources),
      ...checkManifest(item, packages),
      ...sources.flatMap((source) => checkImports(source, item, packages)),
    ]
  })
  return [...findings, ...checkPackageCycles(packages), ...checkMade(root, packages)].sort(compareFindings)
}

function checkMade(root: string, packages: readonly Package[]): readonly Finding[] {
  return madeFiles(root, packages)
    .filter(({ path, text }) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
    .map(({ path }) => ({
      path,
      line: 1,
      what: 'does not fit the package.json files',
      todo: 'run: npm run house -- --write',
    }))
}
