import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import type { Finding } from './finding.ts'
import { type Import, parseImports } from './imports.ts'
import { manifestLine, type Package } from './packages.ts'
import { COMMAND, EVERYWHERE, objectionTo, pureImports, TEST_ONLY } from './rules.ts'
import type { Source } from './sources.ts'

interface Objection {
  readonly what: string
  readonly todo: string
}

/** The imports of one shipped file that the floors, package.json or the folder's border forbid. */
export function checkImports(source: Source, item: Package, packages: readonly Package[]): readonly Finding[] {
  const { path } = source
  const { imports, errors } = parseImports(source)
  if (errors.length > 0) {
    return errors.map(({ line, message }) => ({ path, line, what: `cannot be parsed: ${message}`, todo: 'fix it' }))
  }
  return imports.flatMap((place) => {
    const objection = objectTo(place, source, item, packages)
    return objection === undefined ? [] : [{ path, line: place.line, ...objection }]
  })
}

function objectTo(
  { specifier }: Import,
  source: Source,
  item: Package,
  packages: readonly Package[],
): Objection | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('/')) return objectToPath(specifier, source, item)
  const pure = pureImports(item)
  if (isBuiltin(specifier)) return pure && impure(specifier, pure)
  const name = packageName(specifier)
  if (name === item.name) return undefined
  if (name === TEST_ONLY) return { what: `shipped code imports ${name}`, todo: 'use it in test/ only' }
  return objectToPackage(name, item, packages) ?? objectToUndeclared(name, item)
}

function objectToPath(specifier: string, source: Source, item: Package): Objection | undefined {
  const folder = `packages/${item.folder}/`
  const target = posix.join(posix.dirname(source.path), specifier)
  if (specifier.startsWith('/') || !target.startsWith(folder)) {
    return { what: `"${specifier}" leaves the package`, todo: 'import the other package by its name' }
  }
  const isShipped = /^(?:src|bin|dist)\/|^package\.json$/.test(target.slice(folder.length))
  return isShipped ? undefined : { what: `"${specifier}" is not shipped`, todo: 'move what is needed into src/' }
}

function objectToPackage(name: string, item: Package, packages: readonly Package[]): Objection | undefined {
  const target = packages.find((other) => other.name === name)
  const pure = pureImports(item)
  if (target === undefined) return pure && !pure.includes(name) ? impure(name, pure) : undefined
  const reason = objectionTo(item, target)
  if (reason === undefined) return undefined
  return { what: `${item.name} may not import ${name}: ${reason}`, todo: 'move the code, or take an argument' }
}

function objectToUndeclared(name: string, item: Package): Objection | undefined {
  const isBundled = item.folder === COMMAND
  if (item.declared.has(name) || (isBundled && item.forDevelopment.has(name))) return undefined
  const kind = isBundled ? 'devDependencies' : EVERYWHERE[0] === name ? 'peerDependencies' : 'dependencies'
  return { what: `${name} is imported but not declared`, todo: `add it to ${kind} of package.json` }
}

/** Dependencies that a package declares and may not have. */
export function checkManifest(item: Package, packages: readonly Package[]): readonly Finding[] {
  const path = `packages/${item.folder}/package.json`
  return [...item.declared].flatMap((name) => {
    const objection =
      name === item.name
        ? { what: 'depends on itself', todo: 'remove it' }
        : name === TEST_ONLY
          ? { what: `${name} would be shipped`, todo: 'move it to devDependencies' }
          : objectToPackage(name, item, packages)
    return objection === undefined ? [] : [{ path, line: manifestLine(item, name), ...objection }]
  })
}

function impure(name: string, allowed: readonly string[]): Objection {
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
