import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import type { Finding } from './finding.ts'
import { parseImports, type Import } from './imports.ts'
import type { Package } from './packages.ts'
import type { Source } from './sources.ts'
import { EVERYWHERE, type Row, TEST_ONLY } from './table.ts'

/** What a check of one file goes by. */
export interface ImportRules {
  readonly item: Package
  readonly row: Row
  /** Names of the workspace packages that the row lets in. */
  readonly allowed: ReadonlySet<string>
  /** Names of all packages of the workspace and of the table. */
  readonly workspace: ReadonlySet<string>
}

interface Objection {
  readonly what: string
  readonly todo: string
}

/** The imports of one shipped file that the table, package.json or the folder's border forbid. */
export function checkImports(source: Source, rules: ImportRules): readonly Finding[] {
  const { path } = source
  const { imports, errors } = parseImports(source)
  if (errors.length > 0) {
    return errors.map(({ line, message }) => ({ path, line, what: `cannot be parsed: ${message}`, todo: 'mend it' }))
  }
  return imports.flatMap((item) => {
    const objection = objectTo(item, source, rules)
    return objection === undefined ? [] : [{ path, line: item.line, ...objection }]
  })
}

function objectTo({ specifier }: Import, source: Source, rules: ImportRules): Objection | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('/')) return objectToPath(specifier, source, rules)
  if (isBuiltin(specifier)) return rules.row.pure === undefined ? undefined : impure(specifier, rules.row.pure)
  return objectToPackage(packageName(specifier), rules)
}

function objectToPath(specifier: string, source: Source, { item }: ImportRules): Objection | undefined {
  const folder = `packages/${item.folder}/`
  const target = posix.join(posix.dirname(source.path), specifier)
  if (specifier.startsWith('/') || !target.startsWith(folder)) {
    return { what: `"${specifier}" leaves the package`, todo: 'import the other package by its name' }
  }
  const isShipped = /^(?:src|bin|dist)\/|^package\.json$/.test(target.slice(folder.length))
  return isShipped ? undefined : { what: `"${specifier}" is not shipped`, todo: 'move what is needed into src/' }
}

function objectToPackage(name: string, { item, row, allowed, workspace }: ImportRules): Objection | undefined {
  if (name === item.name) return undefined
  if (name === TEST_ONLY) return { what: `shipped code imports ${name}`, todo: 'use it in test/ only' }
  if (workspace.has(name) && !allowed.has(name)) return wrongDirection(name, row)
  if (row.pure !== undefined && !workspace.has(name) && !row.pure.includes(name)) return impure(name, row.pure)
  if (item.declared.has(name) || (row.isBundled && item.forDevelopment.has(name))) return undefined
  const kind = row.isBundled ? 'devDependencies' : EVERYWHERE[0] === name ? 'peerDependencies' : 'dependencies'
  return { what: `${name} is imported but not declared`, todo: `add it to ${kind} of package.json` }
}

/** The objection to a workspace package that a row does not let in. */
export function wrongDirection(name: string, row: Row): Objection {
  const choice = typeof row.mayImport === 'string' ? row.mayImport : row.mayImport.join(', ')
  return {
    what: `${row.name} may not import ${name}`,
    todo: `of ours it may import ${choice || 'nothing'} (tools/house/table.ts): move the code, or take what it needs as an argument`,
  }
}

/** The objection to what a pure package must do without. */
export function impure(name: string, allowed: readonly string[]): Objection {
  return {
    what: `a pure package may not import ${name}`,
    todo: `it may import ${allowed.join(', ')} alone; take the rest as arguments`,
  }
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
