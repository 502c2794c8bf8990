import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Tree, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { checkHouse } from '../check-house.ts'
import { formatFinding } from '../finding.ts'
import { madeFiles } from '../made.ts'
import { readPackages } from '../packages.ts'

/** A package without a fault. */
function goodPackage(folder: string, name: string, dependencies: readonly string[]): Tree {
  return {
    [`packages/${folder}/package.json`]: manifest(name, dependencies),
    [`packages/${folder}/README.md`]: '# A package',
    [`packages/${folder}/src/index.ts`]: 'export {}\n',
  }
}

const GOOD: Tree = {
  ...goodPackage('agent/base', '@x/base', ['zod']),
  ...goodPackage('skill/skill-format', '@x/pure', ['yaml']),
  ...goodPackage('skill/top', '@x/top', ['@x/base', '@deepseek-ai/cordis', 'left-pad']),
  ...goodPackage('app/host', '@x/host', ['@x/top']),
  'packages/testkit/package.json': JSON.stringify({ name: '@deepseek-ai/dsh-testkit', private: true }),
  'packages/testkit/README.md': '# For tests',
}

/** A tree with all that is made for it. */
function house(tree: Tree): string {
  const root = temporaryTree(tree)
  for (const { path, text } of madeFiles(root, readPackages(root))) writeFileSync(join(root, path), text)
  return root
}

/** What is found when these files are added to a faultless tree, or replace files of it. */
function findings(change: Tree): readonly string[] {
  return checkHouse(house({ ...GOOD, ...change })).map(formatFinding)
}

function manifest(name: string, dependencies: readonly string[]): string {
  return JSON.stringify(
    { name, description: 'A job.', dependencies: Object.fromEntries(dependencies.map((key) => [key, '1.0.0'])) },
    undefined,
    2,
  )
}

it('finds nothing in a tree that keeps the rules', () => {
  const text = [
    "import { x } from '@x/base/deep'",
    "import type {} from '@deepseek-ai/cordis'",
    "import { readFile } from 'node:fs'",
    "import leftPad from 'left-pad'",
    "import { y } from './other.ts'",
    "import manifest from '../package.json' with { type: 'json' }",
    'const later = await import(computed())',
  ].join('\n')
  expect(
    findings({
      'packages/skill/top/src/index.ts': text,
      'packages/skill/skill-format/src/deep/er/index.ts':
        "import { parse } from 'yaml'\nimport { z } from '../../limits.ts'\n",
      'packages/agent/base/test/base.test.ts': "import '@x/top'\nimport 'vitest'\nimport '@deepseek-ai/dsh-testkit'\n",
      'packages/agent/base/src/long.ts': 'x\n'.repeat(300),
    }),
  ).toEqual([])
})

it.each([
  "import { x } from '@x/top'",
  "import type { X } from '@x/top'",
  "import {} from '@x/top/deep'",
  "export { x } from '@x/top'",
  "export type * from '@x/top'",
  "const x = await import('@x/top')",
  'const x = await import(`@x/top`)',
  "type X = import('@x/top').X",
  "import x = require('@x/top')",
  "const x = require('@x/top')",
  "const x = require.resolve('@x/top')",
  "const x = import.meta.resolve('@x/top')",
  "declare module '@x/top' { interface X {} }",
])('finds the wrong direction in %j', (code) => {
  expect(findings({ 'packages/agent/base/src/index.ts': `// A comment.\n${code}\n` })).toEqual([
    'packages/agent/base/src/index.ts:2: @x/base may not import @x/top: @x/top stands on a higher floor; move the code, or take an argument',
  ])
})

it('finds the wrong direction in package.json', () => {
  expect(findings({ 'packages/agent/base/package.json': manifest('@x/base', ['zod', '@x/host']) })).toEqual([
    'packages/agent/base/package.json:6: @x/base may not import @x/host: @x/host stands on a higher floor; move the code, or take an argument',
    'packages/agent/base/package.json:6: a cycle: @x/host → @x/top → @x/base → @x/host; turn one of these dependencies around',
  ])
})

it('lets the command import hosts, and no other host', () => {
  const change = {
    ...goodPackage('app/other', '@x/other', ['@x/host']),
    ...goodPackage('app/cli', '@x/cli', ['@x/host']),
  }
  expect(findings(change)).toEqual([
    'packages/app/other/package.json:5: @x/other may not import @x/host: @x/host is a host, and only the command imports those; move the code, or take an argument',
  ])
})

it('finds imports that package.json does not declare, a package of ours, Cordis and devDependencies among them', () => {
  const text = ['left-pad/deep', '@x/base', '@deepseek-ai/cordis', 'vitest']
    .map((name) => `import '${name}'`)
    .join('\n')
  expect(
    findings({
      'packages/skill/top/package.json': JSON.stringify({ name: '@x/top', devDependencies: { vitest: '1.0.0' } }),
      'packages/skill/top/src/index.ts': text,
    }),
  ).toEqual([
    'packages/skill/top/src/index.ts:1: left-pad is imported but not declared; add it to dependencies of package.json',
    'packages/skill/top/src/index.ts:2: @x/base is imported but not declared; add it to dependencies of package.json',
    'packages/skill/top/src/index.ts:3: @deepseek-ai/cordis is imported but not declared; add it to peerDependencies of package.json',
    'packages/skill/top/src/index.ts:4: vitest is imported but not declared; add it to dependencies of package.json',
  ])
})

it('lets the command, which ships what it imports, declare it for development', () => {
  const tree = {
    ...GOOD,
    ...goodPackage('app/cli', '@x/cli', []),
    'packages/app/cli/package.json': JSON.stringify({
      name: '@x/cli',
      devDependencies: { '@x/base': '1.0.0', 'left-pad': '1.0.0', '@deepseek-ai/dsh-testkit': '1.0.0' },
    }),
    'packages/app/cli/src/index.ts': "import '@x/base'\nimport 'left-pad'\nimport 'right-pad'\n",
  }
  const root = house(tree)
  expect(checkHouse(root).map(formatFinding)).toEqual([
    'packages/app/cli/src/index.ts:3: right-pad is imported but not declared; add it to devDependencies of package.json',
  ])
  const { references } = JSON.parse(readFileSync(join(root, 'packages/app/cli/tsconfig.build.json'), 'utf8')) as {
    references: unknown
  }
  expect(references).toEqual([{ path: '../../agent/base/tsconfig.build.json' }])
})

it('keeps a pure package free of Node, Cordis, zod and other packages', () => {
  const text = ['node:fs', 'path', 'zod', '@deepseek-ai/cordis', 'left-pad']
    .map((name) => `import '${name}'`)
    .join('\n')
  const todo = 'it may import yaml alone; take the rest as arguments'
  expect(
    findings({
      'packages/skill/skill-format/src/index.ts': text,
      'packages/skill/skill-format/package.json': manifest('@x/pure', ['yaml', 'zod']),
    }),
  ).toEqual([
    `packages/skill/skill-format/package.json:6: a pure package may not import zod; ${todo}`,
    `packages/skill/skill-format/src/index.ts:1: a pure package may not import node:fs; ${todo}`,
    `packages/skill/skill-format/src/index.ts:2: a pure package may not import path; ${todo}`,
    `packages/skill/skill-format/src/index.ts:3: a pure package may not import zod; ${todo}`,
    `packages/skill/skill-format/src/index.ts:4: a pure package may not import @deepseek-ai/cordis; ${todo}`,
    `packages/skill/skill-format/src/index.ts:5: a pure package may not import left-pad; ${todo}`,
  ])
})

it('keeps the test kit out of shipped code and of dependencies', () => {
  expect(
    findings({
      'packages/agent/base/package.json': manifest('@x/base', ['zod', '@deepseek-ai/dsh-testkit']),
      'packages/agent/base/bin/run.js': "import '@deepseek-ai/dsh-testkit'\n",
    }),
  ).toEqual([
    'packages/agent/base/bin/run.js:1: shipped code imports @deepseek-ai/dsh-testkit; use it in test/ only',
    'packages/agent/base/package.json:6: @deepseek-ai/dsh-testkit would be shipped; move it to devDependencies',
  ])
})

it('finds paths that leave the package or what it ships', () => {
  const paths = ['../../other/src/index.ts', '../test/fixture.ts', '/etc/x.js', '../../base/src/index.ts']
  const text = paths.map((path) => `import '${path}'`).join('\n')
  expect(findings({ 'packages/agent/base/src/index.ts': text })).toEqual([
    'packages/agent/base/src/index.ts:1: "../../other/src/index.ts" leaves the package; import the other package by its name',
    'packages/agent/base/src/index.ts:2: "../test/fixture.ts" is not shipped; move what is needed into src/',
    'packages/agent/base/src/index.ts:3: "/etc/x.js" leaves the package; import the other package by its name',
  ])
})

it('finds a ring of packages, and a ring of files, imports of types among them', () => {
  expect(
    findings({
      ...goodPackage('agent/low', '@x/low', ['@x/base']),
      'packages/agent/base/package.json': manifest('@x/base', ['@x/low']),
    }),
  ).toEqual([
    'packages/agent/low/package.json:5: a cycle: @x/base → @x/low → @x/base; turn one of these dependencies around',
  ])
  expect(
    findings({
      'packages/agent/base/src/a.ts': "import { b } from './deep/b.ts'\n",
      'packages/agent/base/src/deep/b.ts': "import './c.ts'\n",
      'packages/agent/base/src/deep/c.ts': "import './c.ts'\nimport type { A } from '../a.ts'\n",
    }),
  ).toEqual([
    'packages/agent/base/src/deep/c.ts:2: a cycle: a.ts → b.ts → c.ts → a.ts; move what both need into a file that imports neither',
  ])
})

it('finds long files and missing pages', () => {
  const { 'packages/agent/base/README.md': _, ...rest } = GOOD
  const root = house({ ...rest, 'packages/agent/base/src/long.ts': 'x\n'.repeat(301) })
  expect(checkHouse(root).map(formatFinding)).toEqual([
    'packages/agent/base/README.md:1: the file is missing; write it: purpose, install, example, settings, failures',
    'packages/agent/base/src/long.ts:301: 301 lines, 300 at most; give a step of it a file of its own',
  ])
})

it('finds what does not fit the manifests, the table of packages among it, and makes it fit', () => {
  const table = '| folder | job | imports of ours |\n|---|---|---|\n'
  const root = temporaryTree({ ...GOOD, 'ARCHITECTURE.md': `# Page\n\n${table}| old | row | – |\n\nText.\n` })
  const paths = ['ARCHITECTURE.md', 'tsconfig.build.json'].concat(
    ['agent/base', 'app/host', 'skill/skill-format', 'skill/top'].map(
      (folder) => `packages/${folder}/tsconfig.build.json`,
    ),
  )
  expect(checkHouse(root).map(formatFinding)).toEqual(
    paths.toSorted().map((path) => `${path}:1: does not fit the package.json files; run: npm run house -- --write`),
  )
  const made = new Map(madeFiles(root, readPackages(root)).map(({ path, text }) => [path, text]))
  expect(made.get('ARCHITECTURE.md')).toBe(
    `# Page\n\n${table}${[
      '| [packages/app/host](packages/app/host) | A job. | top |',
      '| [packages/skill/skill-format](packages/skill/skill-format) | A job. | `yaml` alone |',
      '| [packages/skill/top](packages/skill/top) | A job. | base |',
      '| [packages/agent/base](packages/agent/base) | A job. | – |',
      '| [packages/testkit](packages/testkit) |  | – |',
    ].join('\n')}\n\nText.\n`,
  )
  expect(JSON.parse(made.get('packages/skill/top/tsconfig.build.json') ?? '')).toMatchObject({
    extends: '../../../tsconfig.base.json',
    references: [{ path: '../../agent/base/tsconfig.build.json' }],
  })
})

it('says where code cannot be parsed', () => {
  const [line, ...more] = findings({ 'packages/agent/base/src/index.ts': 'export {}\nconst = 1\n' })
  expect(line).toMatch(/^packages\/agent\/base\/src\/index\.ts:2: cannot be parsed: .+; fix it$/)
  expect(more).toEqual([])
})
