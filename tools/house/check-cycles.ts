import type { Finding } from './finding.ts'
import { manifestLine, type Package } from './packages.ts'

/** Packages that depend on each other in a ring; one finding for each package that closes one. */
export function checkCycles(packages: readonly Package[]): readonly Finding[] {
  const byName = new Map(packages.map((item) => [item.name, item]))
  const done = new Set<Package>()
  const findings: Finding[] = []

  const visit = (item: Package, path: readonly Package[]): void => {
    for (const name of item.declared) {
      const next = byName.get(name)
      if (next === undefined || next === item) continue
      const start = path.indexOf(next)
      if (start !== -1) findings.push(closedBy(item, next, path.slice(start)))
      else if (!done.has(next)) visit(next, [...path, next])
    }
    done.add(item)
  }
  for (const item of packages) if (!done.has(item)) visit(item, [item])
  return findings
}

function closedBy(item: Package, next: Package, ring: readonly Package[]): Finding {
  return {
    path: `packages/${item.folder}/package.json`,
    line: manifestLine(item, next.name),
    what: `a cycle: ${[...ring, next].map(({ name }) => name).join(' → ')}`,
    todo: 'turn one of these dependencies around',
  }
}
