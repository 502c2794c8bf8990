import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from './blocks.ts'
import { type Printed, runShell } from './run.ts'

/** Behind the fence of a snippet that is type-checked and not run. */
const NEEDS_NETWORK = 'needs-network'

const DECLARED = /^(?:interface|type) (\w+)/gm
const OUTPUT = /\/\/ → (.+)$/gm

/** Whether a snippet is a test for vitest, and not a program. */
export function isTest({ text }: Block): boolean {
  return text.includes("from 'vitest'")
}

export function needsNetwork({ words }: Block): boolean {
  return words.includes(NEEDS_NETWORK)
}

/** What a snippet says that it prints, in order: comments `// → text`. */
export function outputsOf({ text }: Block): readonly string[] {
  return Array.from(text.matchAll(OUTPUT), ([, output = '']) => output.trimEnd())
}

/** Puts snippets into the empty folder `folder`, with the packages of the repository at `root` beside them. */
export function writeSnippets(folder: string, root: string, blocks: readonly Block[]): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const settings = {
    extends: join(root, 'tsconfig.base.json'),
    // An example may stop at a name.
    compilerOptions: {
      noEmit: true,
      allowImportingTsExtensions: true,
      noUnusedLocals: false,
      noUnusedParameters: false,
    },
    include: ['*.ts'],
    exclude: ['vitest.config.ts'],
  }
  const vitest = {
    resolve: { conditions: ['dsh-source'] },
    ssr: { resolve: { conditions: ['dsh-source'] } },
    test: { include: ['*.test.ts'], setupFiles: [join(root, 'packages/testkit/src/isolate.ts')] },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  writeFileSync(join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(vitest)}\n`)
  for (const block of blocks) writeFileSync(join(folder, fileOf(block)), block.text + shapesAgree(block))
}

/** Type-checks all that `writeSnippets` has written, by the settings of the repository. */
export function checkTypes(folder: string, env: Readonly<Record<string, string>>): Promise<Printed> {
  return runShell('tsc --pretty false', { cwd: folder, env })
}

/** Runs the tests among them. */
export function runTests(folder: string, env: Readonly<Record<string, string>>): Promise<Printed> {
  return runShell('vitest run', { cwd: folder, env })
}

/** Where a package stands behind the fence, the types that the snippet declares are those that the package exports. */
function shapesAgree({ words: [owner], text }: Block): string {
  if (owner?.startsWith('@') !== true) return ''
  const names = Array.from(text.matchAll(DECLARED), ([, name]) => name)
  return [
    `import type * as shipped from '${owner}'`,
    'type Same<A, B> = [A, B] extends [B, A] ? true : never',
    ...names.map((name) => `export const same${name}: Same<${name}, shipped.${name}> = true`),
    '',
  ].join('\n')
}

function fileOf(block: Block): string {
  return `${block.document.replaceAll(/[^\w]+/g, '-')}-${block.line}${isTest(block) ? '.test.ts' : '.ts'}`
}
