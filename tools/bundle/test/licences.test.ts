import { join } from 'node:path'
import { temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { licenceNotice, packageFolder } from '../licences.ts'

it('tells the package of a module, the innermost one, and that ours are none', () => {
  const modules = [
    '/work/node_modules/yaml/dist/index.js',
    '/work/node_modules/@x/y/z.js',
    '/work/node_modules/a/node_modules/b/c/d.js',
    '/work/packages/skill/skill/src/index.ts',
  ]
  expect(modules.map(packageFolder)).toEqual([
    '/work/node_modules/yaml',
    '/work/node_modules/@x/y',
    '/work/node_modules/a/node_modules/b',
    undefined,
  ])
})

it('gives each licence word for word, by name, and refuses a package without one', () => {
  const manifest = (name: string) => JSON.stringify({ name, version: '1.2.3', license: 'MIT' })
  const root = temporaryTree({
    'b/package.json': manifest('b'),
    'b/LICENSE.md': 'Be kind.\n\n',
    'a/package.json': manifest('a'),
    'a/license': 'Copyright A',
    'c/package.json': manifest('c'),
  })
  const line = '-'.repeat(80)
  expect(licenceNotice([join(root, 'b'), join(root, 'a')])).toBe(
    `dsh contains code of these packages.\n\n${line}\n\na 1.2.3 (MIT)\n\nCopyright A\n\n${line}\n\nb 1.2.3 (MIT)\n\nBe kind.\n`,
  )
  expect(() => licenceNotice([join(root, 'c')])).toThrow('c has no file with its licence')
})
