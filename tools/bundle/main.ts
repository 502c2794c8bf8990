// Bundles the command `dsh` into packages/app/cli/dist: some three hundred small modules take a third of a second to load,
// a few large ones a tenth. What is loaded late, if at all, stays outside and is a dependency: see bundle.ts.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import type { OutputChunk } from 'rolldown'
import { z } from 'zod'
import { bundleCommand, packageOf } from './bundle.ts'
import { licenceNotice, packageFolder } from './licences.ts'

const root = resolve(import.meta.dirname, '../..')
const cli = join(root, 'packages/app/cli')
const dist = join(cli, 'dist')

// The declarations that the compiler has written stay.
for (const entry of readdirSync(dist)) if (entry !== 'types') rmSync(join(dist, entry), { recursive: true })
const chunks = await bundleCommand(root, dist)
checkDependencies(chunks)
const folders = new Set(chunks.flatMap(({ modules }) => Object.keys(modules)).flatMap((id) => packageFolder(id) ?? []))
writeFileSync(join(dist, 'THIRD-PARTY-LICENCES.txt'), licenceNotice([...folders]))

/** Whatever the bundle leaves outside has to be installed with it, in the version that it was made with. */
function checkDependencies(made: readonly OutputChunk[]): void {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8')))
  const inside = new Set(made.map(({ fileName }) => fileName))
  const outside = made
    .flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
    .filter((specifier) => !inside.has(specifier) && !isBuiltin(specifier))
  for (const name of new Set(outside.map(packageOf))) {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')))
    if (dependencies[name] !== version) throw new Error(`${name} ${version} is no dependency of packages/app/cli`)
  }
}
