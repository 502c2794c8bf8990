import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { z } from 'zod'
import type { Finding } from './finding.ts'
import type { Package } from './packages.ts'
import { lineAt } from './sources.ts'

const BUILD_FILE = 'tsconfig.build.json'

const Project = z.object({ references: z.array(z.object({ path: z.string() })).default([]) })

/** Whether the build follows the dependencies: each package's references, and those of the root, name just the right packages. */
export function checkReferences(root: string, packages: readonly Package[]): readonly Finding[] {
  const published = packages.filter((item) => !item.isPrivate)
  const byName = new Map(published.map((item) => [item.name, item]))
  return [
    ...compareReferences(root, '.', published.map(buildFolder)),
    ...published.flatMap((item) => {
      const needed = [...item.declared].flatMap((name) => byName.get(name) ?? [])
      // What is bundled is built before, too; the compiler tells when such a reference is missing.
      const useful = [...item.forDevelopment].flatMap((name) => byName.get(name) ?? [])
      return compareReferences(root, buildFolder(item), needed.map(buildFolder), useful.map(buildFolder))
    }),
  ]
}

function buildFolder(item: Package): string {
  return `packages/${item.folder}`
}

function compareReferences(
  root: string,
  folder: string,
  needed: readonly string[],
  useful: readonly string[] = [],
): readonly Finding[] {
  const path = posix.join(folder, BUILD_FILE)
  if (!existsSync(join(root, path))) {
    return [{ path, line: 1, what: 'the file is missing', todo: 'write it after the pattern of a package beside it' }]
  }
  const text = readFileSync(join(root, path), 'utf8')
  const references = Project.parse(JSON.parse(text)).references.map((reference) => ({
    written: reference.path,
    target: posix.join(folder, reference.path),
  }))
  const targets = references.map(({ target }) => target)
  const wanted = needed.map((name) => posix.join(name, BUILD_FILE))
  const accepted = [...needed, ...useful].map((name) => posix.join(name, BUILD_FILE))
  return [
    ...wanted
      .filter((target) => !targets.includes(target))
      .map((target) => ({ path, line: 1, what: `no reference to ${target}`, todo: 'add it to references' })),
    ...references
      .filter(({ target }, index) => !accepted.includes(target) || targets.indexOf(target) !== index)
      .map(({ written }) => ({
        path,
        line: lineAt(text, text.indexOf(`"${written}"`)),
        what: `the reference to ${written} is not needed`,
        todo: 'remove it, or declare the dependency in package.json',
      })),
  ]
}
