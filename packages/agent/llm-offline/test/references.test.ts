import fc from 'fast-check'
import { expect, it } from 'vitest'
import { referencedFiles } from '../src/references.ts'

it('finds links and bare paths, each once, in the order of the text', () => {
  const text = [
    'Run `scripts/run.sh`, then read [the guide](references/guide.md#start "Guide").',
    'See ./references/more.md, references/guide.md. And (scripts/deep/er.py).',
    'In Chinese: 参见 references/说明.md。 A link: [x](<docs/a%20b.md>) [y](./top.txt)',
  ].join('\n')
  expect(referencedFiles(text)).toEqual([
    'scripts/run.sh',
    'references/guide.md',
    'references/more.md',
    'scripts/deep/er.py',
    'references/说明.md',
    'docs/a b.md',
    'top.txt',
  ])
})

it.each([
  'See ../other/x.md and [up](../../.env) and references/../../x.md [A2]',
  '[abs](/etc/passwd) and file:///etc/passwd and [site](https://example.com/references/x.md)',
  'https://example.com/references/x.md and packages/a/scripts/run.sh and C:\\references\\x.md',
  'A folder: references/ and [folder](references) and scripts/name',
  'A pattern: references/<name>.md, references/*.md, references/{a,b}.md',
  'A trick: [x](references/a%00.md) [y](references/a%0Ab.md) [z](%2e%2e/x.md) [A2]',
  'A picture: ![shape](assets/shape.png)',
  '[mail](mailto:a@example.com) [data](data:text/plain,x.y) [anchor](#a.b)',
  '',
])('finds no file of the skill in %j', (text) => {
  expect(referencedFiles(text)).toEqual([])
})

it('takes a percent sign that escapes nothing as it stands', () => {
  expect(referencedFiles('[x](references/100%.md)')).toEqual(['references/100%.md'])
})

it.each([
  'references/' + '.'.repeat(500_000) + 'a',
  '['.repeat(500_000),
  '[a](' + ' '.repeat(500_000),
  'references/a.'.repeat(50_000),
  './'.repeat(500_000),
])('reads a hostile text in linear time [B9]', (text) => {
  expect(referencedFiles(text)).toEqual([])
})

it('never names a path outside of the skill', () => {
  const piece = fc.constantFrom(
    '[x](',
    ')',
    '../',
    './',
    '/',
    'references/',
    'scripts/',
    'a',
    '.md',
    '\\',
    '%2e%2e%2f',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const path of referencedFiles(pieces.join(''))) {
        expect(path).not.toMatch(/^\/|^[a-z]+:|\\/i)
        expect(path.split('/')).not.toContain('..')
      }
    }),
  )
})
