import { posix } from 'node:path'
import type { Finding } from './finding.ts'
import { parseImports } from './imports.ts'
import { manifestLine, type Package } from './packages.ts'
import type { Source } from './sources.ts'

/** Packages that depend on each other in a ring. */
export function checkPackageCycles(packages: readonly Package[]): readonly Finding[] {
  const byName = new Map(packages.map((item) => [item.name, item]))
  return ringsOf(byName, ({ declared }) => [...declared]).map(({ from, to, ring }) => ({
    path: `packages/${from.folder}/package.json`,
    line: manifestLine(from, to.name),
    what: `a cycle: ${ring.map(({ name }) => name).join(' → ')}`,
    todo: 'turn one of these dependencies around',
  }))
}

/** Files of one package that import each other in a ring. Imports of types count. */
export function checkFileCycles(sources: readonly Source[]): readonly Finding[] {
  const byPath = new Map(sources.map((source) => [source.path, { ...source, imports: parseImports(source).imports }]))
  const targetOf = (path: string, specifier: string) => posix.join(posix.dirname(path), specifier)
  const rings = ringsOf(byPath, ({ path, imports }) => imports.map(({ specifier }) => targetOf(path, specifier)))
  return rings.map(({ from, to, ring }) => ({
    path: from.path,
    line: from.imports.find(({ specifier }) => targetOf(from.path, specifier) === to.path)?.line ?? 1,
    what: `a cycle: ${ring.map(({ path }) => posix.basename(path)).join(' → ')}`,
    todo: 'move what both need into a file that imports neither',
  }))
}

interface Ring<Item> {
  /** The item whose edge closes the ring, and where that edge leads. */
  readonly from: Item
  readonly to: Item
  /** From `to`, by way of `from`, back to `to`. */
  readonly ring: readonly Item[]
}

/** One ring per edge that closes one. An edge to itself and to a name that is not in `items` is passed over. */
function ringsOf<Item>(items: ReadonlyMap<string, Item>, edgesOf: (item: Item) => readonly string[]): Ring<Item>[] {
  const done = new Set<Item>()
  const rings: Ring<Item>[] = []
  const visit = (item: Item, path: readonly Item[]): void => {
    for (const name of edgesOf(item)) {
      const next = items.get(name)
      if (next === undefined || next === item) continue
      const start = path.indexOf(next)
      if (start !== -1) rings.push({ from: item, to: next, ring: [...path.slice(start), next] })
      else if (!done.has(next)) visit(next, [...path, next])
    }
    done.add(item)
  }
  for (const item of items.values()) if (!done.has(item)) visit(item, [item])
  return rings
}
