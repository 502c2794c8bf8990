import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'oxc-parser'
import { checkSync } from 'recheck'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../src')

const found = readdirSync(folder).flatMap((file) => {
  const expressions: { file: string; pattern: string; flags: string }[] = []
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) expressions.push({ file, ...node.regex })
    },
  })
  visitor.visit(parseSync(file, readFileSync(join(folder, file), 'utf8')).program)
  return expressions
})

it('finds the regular expressions of this package', () => {
  expect(found.map(({ pattern }) => pattern)).toContain('^[a-z0-9]+(?:-[a-z0-9]+)*$')
  expect(found.length).toBeGreaterThan(10)
})

it.each(found)('/$pattern/$flags in $file takes linear time [B9]', ({ pattern, flags }) => {
  const diagnostics = checkSync(pattern, flags, { timeout: 60_000 })
  expect(diagnostics).toMatchObject({ status: 'safe' })
})
