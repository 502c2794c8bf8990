import { type Tree, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { checkHouse } from '../check-house.ts'
import { formatFinding } from '../finding.ts'
import type { Row } from '../table.ts'

const TABLE: readonly Row[] = [
  { folder: 'low/pure', name: '@x/pure', mayImport: [], pure: ['yaml'] },
  { folder: 'low/base', name: '@x/base', mayImport: [] },
  { folder: 'high/top', name: '@x/top', mayImport: ['base', 'later'] },
  { folder: 'high/later', name: '@x/later', mayImport: 'anything' },
  { folder: 'testkit', name: '@deepseek-ai/dsh-testkit', mayImport: 'anything' },
]

/** A package without a fault. `dependencies` are those of package.json. */
function goodPackage(
  folder: string,
  name: string,
  dependencies: readonly string[],
  references: readonly string[],
): Tree {
  const versions = Object.fromEntries(dependencies.map((dependency) => [dependency, '1.0.0']))
  return {
    [`packages/${folder}/package.json`]: JSON.stringify({ name, dependencies: versions }, undefined, 2),
    [`packages/${folder}/README.md`]: '# A package',
    [`packages/${folder}/tsconfig.build.json`]: buildFile(references),
    [`packages/${folder}/src/index.ts`]: 'export {}\n',
  }
}

function buildFile(references: readonly string[]): string {
  return JSON.stringify(
    { references: references.map((path) => ({ path: `${path}/tsconfig.build.json` })) },
    undefined,
    2,
  )
}

const GOOD: Tree = {
  'tsconfig.build.json': buildFile(['packages/low/pure', 'packages/low/base', 'packages/high/top']),
  ...goodPackage('low/pure', '@x/pure', ['yaml'], []),
  ...goodPackage('low/base', '@x/base', ['zod'], []),
  ...goodPackage('high/top', '@x/top', ['@x/base', '@deepseek-ai/cordis', 'left-pad'], ['../../low/base']),
  'packages/testkit/package.json': JSON.stringify({ name: '@deepseek-ai/dsh-testkit', private: true }),
  'packages/testkit/README.md': '# For tests',
}

/** What is found when these files are added to a faultless tree, or replace files of it. */
function findings(change: Tree): readonly string[] {
  return checkHouse(temporaryTree({ ...GOOD, ...change }), TABLE).map(formatFinding)
}

function manifest(name: string, dependencies: readonly string[]): string {
  return JSON.stringify(
    { name, dependencies: Object.fromEntries(dependencies.map((key) => [key, '1.0.0'])) },
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
      'packages/high/top/src/index.ts': text,
      'packages/low/pure/src/deep/er/index.ts': "import { parse } from 'yaml'\nimport { z } from '../../limits.ts'\n",
      'packages/low/base/test/base.test.ts': "import '@x/top'\nimport 'vitest'\nimport '@deepseek-ai/dsh-testkit'\n",
      'packages/low/base/src/long.ts': 'x\n'.repeat(300),
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
  expect(findings({ 'packages/low/base/src/index.ts': `// A comment.\n${code}\n` })).toEqual([
    'packages/low/base/src/index.ts:2: @x/base may not import @x/top; of ours it may import nothing (tools/house/table.ts): move the code, or take what it needs as an argument',
  ])
})

it('finds the wrong direction in package.json, and names what may be imported', () => {
  expect(findings({ 'packages/high/top/package.json': manifest('@x/top', ['@x/base', '@x/pure']) })).toEqual([
    'packages/high/top/package.json:5: @x/top may not import @x/pure; of ours it may import base, later (tools/house/table.ts): move the code, or take what it needs as an argument',
    'packages/high/top/tsconfig.build.json:1: no reference to packages/low/pure/tsconfig.build.json; add it to references',
  ])
})

it('lets a bundle import both floors, and no host', () => {
  const table: readonly Row[] = [
    { folder: 'skill/one', name: '@x/one', mayImport: [] },
    { folder: 'agent/two', name: '@x/two', mayImport: [] },
    { folder: 'agent/bundle', name: '@x/bundle', mayImport: 'both floors' },
    { folder: 'app/host', name: '@x/host', mayImport: [] },
  ]
  const root = temporaryTree({
    'tsconfig.build.json': buildFile(['packages/agent/bundle']),
    ...goodPackage('agent/bundle', '@x/bundle', ['@x/one', '@x/two'], []),
    'packages/agent/bundle/src/index.ts': "import '@x/one'\nimport '@x/two'\nimport '@x/host'\n",
  })
  expect(checkHouse(root, table).map(formatFinding)).toEqual([
    'packages/agent/bundle/src/index.ts:3: @x/bundle may not import @x/host; of ours it may import both floors (tools/house/table.ts): move the code, or take what it needs as an argument',
  ])
})

it('finds imports that package.json does not declare, a package of ours, Cordis and devDependencies among them', () => {
  const text = ['left-pad/deep', '@x/later', '@deepseek-ai/cordis', 'vitest']
    .map((name) => `import '${name}'`)
    .join('\n')
  expect(
    findings({
      'packages/high/top/package.json': JSON.stringify({ name: '@x/top', devDependencies: { vitest: '1.0.0' } }),
      'packages/high/top/src/index.ts': text,
      'packages/high/top/tsconfig.build.json': buildFile([]),
    }),
  ).toEqual([
    'packages/high/top/src/index.ts:1: left-pad is imported but not declared; add it to dependencies of package.json',
    'packages/high/top/src/index.ts:2: @x/later is imported but not declared; add it to dependencies of package.json',
    'packages/high/top/src/index.ts:3: @deepseek-ai/cordis is imported but not declared; add it to peerDependencies of package.json',
    'packages/high/top/src/index.ts:4: vitest is imported but not declared; add it to dependencies of package.json',
  ])
})

it('lets a package that ships what it imports declare it for development, and build after it', () => {
  const table: readonly Row[] = [
    { folder: 'low/base', name: '@x/base', mayImport: [] },
    { folder: 'high/command', name: '@x/command', mayImport: 'anything', isBundled: true },
  ]
  const root = temporaryTree({
    'tsconfig.build.json': buildFile(['packages/low/base', 'packages/high/command']),
    ...goodPackage('low/base', '@x/base', [], []),
    ...goodPackage('high/command', '@x/command', [], ['../../low/base']),
    'packages/high/command/package.json': JSON.stringify({
      name: '@x/command',
      devDependencies: { '@x/base': '1.0.0', 'left-pad': '1.0.0' },
    }),
    'packages/high/command/src/index.ts': "import '@x/base'\nimport 'left-pad'\nimport 'right-pad'\n",
  })
  expect(checkHouse(root, table).map(formatFinding)).toEqual([
    'packages/high/command/src/index.ts:3: right-pad is imported but not declared; add it to devDependencies of package.json',
  ])
})

it('keeps a pure package free of Node, Cordis, zod and other packages', () => {
  const text = ['node:fs', 'path', 'zod', '@deepseek-ai/cordis', 'left-pad']
    .map((name) => `import '${name}'`)
    .join('\n')
  const todo = 'it may import yaml alone; take the rest as arguments'
  expect(
    findings({
      'packages/low/pure/src/index.ts': text,
      'packages/low/pure/package.json': manifest('@x/pure', ['yaml', 'zod']),
    }),
  ).toEqual([
    `packages/low/pure/package.json:5: a pure package may not import zod; ${todo}`,
    `packages/low/pure/src/index.ts:1: a pure package may not import node:fs; ${todo}`,
    `packages/low/pure/src/index.ts:2: a pure package may not import path; ${todo}`,
    `packages/low/pure/src/index.ts:3: a pure package may not import zod; ${todo}`,
    `packages/low/pure/src/index.ts:4: a pure package may not import @deepseek-ai/cordis; ${todo}`,
    `packages/low/pure/src/index.ts:5: a pure package may not import left-pad; ${todo}`,
  ])
})

it('keeps the test kit out of shipped code and of dependencies', () => {
  expect(
    findings({
      'packages/low/base/package.json': manifest('@x/base', ['zod', '@deepseek-ai/dsh-testkit']),
      'packages/low/base/bin/run.js': "import '@deepseek-ai/dsh-testkit'\n",
    }),
  ).toEqual([
    'packages/low/base/bin/run.js:1: shipped code imports @deepseek-ai/dsh-testkit; use it in test/ only',
    'packages/low/base/package.json:5: @deepseek-ai/dsh-testkit would be shipped; move it to devDependencies',
  ])
})

it('finds paths that leave the package or what it ships', () => {
  const paths = ['../../pure/src/index.ts', '../test/fixture.ts', '/etc/x.js', '../../base/src/index.ts']
  const text = paths.map((path) => `import '${path}'`).join('\n')
  expect(findings({ 'packages/low/base/src/index.ts': text })).toEqual([
    'packages/low/base/src/index.ts:1: "../../pure/src/index.ts" leaves the package; import the other package by its name',
    'packages/low/base/src/index.ts:2: "../test/fixture.ts" is not shipped; move what is needed into src/',
    'packages/low/base/src/index.ts:3: "/etc/x.js" leaves the package; import the other package by its name',
  ])
})

it('finds a ring of packages', () => {
  expect(
    findings({
      'packages/low/base/package.json': manifest('@x/base', ['@x/top']),
      'packages/low/base/tsconfig.build.json': buildFile(['../../high/top']),
    }).filter((line) => line.includes('cycle')),
  ).toEqual([
    'packages/low/base/package.json:4: a cycle: @x/top → @x/base → @x/top; turn one of these dependencies around',
  ])
})

it('finds a package that the table does not know, and one under a wrong name', () => {
  expect(
    findings({
      ...goodPackage('high/odd', '@x/odd', [], []),
      'tsconfig.build.json': buildFile([
        'packages/low/pure',
        'packages/low/base',
        'packages/high/top',
        'packages/high/odd',
      ]),
      'packages/low/base/package.json': manifest('@x/basis', ['zod']),
      'packages/high/top/package.json': manifest('@x/top', []),
      'packages/high/top/tsconfig.build.json': buildFile([]),
    }),
  ).toEqual([
    'packages/high/odd/package.json:1: @x/odd is not in the table of packages; add a row to tools/house/table.ts that says what it may import',
    'packages/low/base/package.json:2: the package is called @x/basis, not @x/base; give it the name of its row',
  ])
})

it('finds long files and missing pages', () => {
  const root: Tree = { ...GOOD, 'packages/low/base/src/long.ts': 'x\n'.repeat(301) }
  const { 'packages/low/base/README.md': _, ...rest } = root
  expect(checkHouse(temporaryTree(rest), TABLE).map(formatFinding)).toEqual([
    'packages/low/base/README.md:1: the file is missing; write it: purpose, install, example, settings, failures',
    'packages/low/base/src/long.ts:301: 301 lines, 300 at most; give a step of it a file of its own',
  ])
})

it('finds references that are missing, doubled or not needed, and a missing build file', () => {
  const { 'packages/low/pure/tsconfig.build.json': _, ...rest } = GOOD
  const root = temporaryTree({
    ...rest,
    'tsconfig.build.json': buildFile(['packages/low/pure', 'packages/high/top', 'packages/gone']),
    'packages/low/base/tsconfig.build.json': buildFile(['../pure']),
    'packages/high/top/tsconfig.build.json': buildFile(['../../low/base', '../../low/base']),
  })
  const remove = 'is not needed; remove it, or declare the dependency in package.json'
  expect(checkHouse(root, TABLE).map(formatFinding)).toEqual([
    `packages/high/top/tsconfig.build.json:4: the reference to ../../low/base/tsconfig.build.json ${remove}`,
    `packages/low/base/tsconfig.build.json:4: the reference to ../pure/tsconfig.build.json ${remove}`,
    'packages/low/pure/tsconfig.build.json:1: the file is missing; write it after the pattern of a package beside it',
    'tsconfig.build.json:1: no reference to packages/low/base/tsconfig.build.json; add it to references',
    `tsconfig.build.json:10: the reference to packages/gone/tsconfig.build.json ${remove}`,
  ])
})

it('says where code cannot be parsed', () => {
  const [line, ...more] = findings({ 'packages/low/base/src/index.ts': 'export {}\nconst = 1\n' })
  expect(line).toMatch(/^packages\/low\/base\/src\/index\.ts:2: cannot be parsed: .+; mend it$/)
  expect(more).toEqual([])
})
