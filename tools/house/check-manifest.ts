import { impure, wrongDirection, type ImportRules } from './check-imports.ts'
import type { Finding } from './finding.ts'
import { manifestLine } from './packages.ts'
import { TEST_ONLY } from './table.ts'

/** Dependencies that a package declares and may not have. */
export function checkManifest({ item, row, allowed, workspace }: ImportRules): readonly Finding[] {
  const path = `packages/${item.folder}/package.json`
  const found = (name: string, { what, todo }: Pick<Finding, 'what' | 'todo'>): Finding => {
    return { path, line: manifestLine(item, name), what, todo }
  }
  const misnamed = { what: `the package is called ${item.name}, not ${row.name}`, todo: 'give it the name of its row' }
  return [
    ...(item.name === row.name ? [] : [found('name', misnamed)]),
    ...[...item.declared].flatMap((name) => {
      if (name === item.name) return [found(name, { what: 'depends on itself', todo: 'remove it' })]
      if (name === TEST_ONLY)
        return [found(name, { what: `${name} would be shipped`, todo: 'move it to devDependencies' })]
      if (workspace.has(name)) return allowed.has(name) ? [] : [found(name, wrongDirection(name, row))]
      return row.pure === undefined || row.pure.includes(name) ? [] : [found(name, impure(name, row.pure))]
    }),
  ]
}
