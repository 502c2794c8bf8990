#!/usr/bin/env node
// Plain JavaScript without a static import that an old Node lacks: the guard has to be able to speak there.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major, minor, patch] = process.versions.node.split('.').map(Number)
const isSupported =
  (major === 22 && (minor > 22 || (minor === 22 && patch >= 2))) || (major === 24 && minor >= 15) || major >= 26
if (!isSupported) {
  process.stderr.write(
    `dsh needs Node ^22.22.2, ^24.15.0 or >=26, and this is ${process.versions.node}. Install a newer Node, then run dsh again.\n`,
  )
  process.exit(1)
}

const source = new URL('../src/main.ts', import.meta.url)
if (existsSync(fileURLToPath(source))) {
  // A clone: run the sources as they are, and let every package of ours resolve to its sources too.
  const { registerHooks } = await import('node:module')
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ['dsh-source', ...context.conditions] }),
  })
  const { main } = await import(source.href)
  await main()
} else {
  const { main } = await import('../dist/main.js')
  await main()
}
