import { temporaryTree } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { checkUnrun } from '../unrun.ts'

function check(line: string): readonly string[] | undefined {
  const root = temporaryTree({
    '.ci/run': '',
    'packages/a/x': '',
    'node_modules/@x/shown/x': '',
    'node_modules/@x/own/x': '',
  })
  return checkUnrun(line, { root, scripts: new Set(['test', 'check:types']), unpublished: new Set(['@x/own']) })?.faults
}

it.each([
  'npm ci && npm test',
  'npm run --silent check:types',
  'npm test -- --reporter=dot',
  'DSH_REQUIRE_ALL=1 npm test',
  'npm install @x/shown',
  'npx vitest run packages/a',
  '.ci/run',
  'npm test   # all of them',
])('does not run, and finds nothing wrong with: %s', (line) => expect(check(line)).toEqual([]))

it('finds scripts, packages and paths that are not there', () => {
  expect(check('npm ci && npm run chek')).toEqual(['there is no script chek'])
  expect(check('npm install @x/shown @x/own @x/gone')).toEqual([
    '@x/own is none of the packages that there are',
    '@x/gone is none of the packages that there are',
  ])
  expect(check('npx vitest run packages/b')).toEqual(['there is no packages/b'])
})

it.each(['npx dsh skills list', 'dsh run x && npm test', 'echo npm test'])('leaves to be run: %s', (line) =>
  expect(check(line)).toBeUndefined(),
)
