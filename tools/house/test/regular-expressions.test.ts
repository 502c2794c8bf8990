import { repositoryRoot } from '@deepseek-ai/dsh-testkit'
import { parseSync, Visitor } from 'oxc-parser'
import { checkSync } from 'recheck'
import { describe, expect, it } from 'vitest'
import { readPackages } from '../packages.ts'
import { readSources, type Source } from '../sources.ts'

interface Expression {
  readonly pattern: string
  readonly flags: string
}

/** The regular expressions that stand in a file as such; those that are put together at run time are tested beside their use. */
function expressionsOf({ path, text }: Source): readonly Expression[] {
  const found: Expression[] = []
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push(node.regex)
    },
  }).visit(parseSync(path, text).program)
  return found
}

const shipped = readPackages(repositoryRoot)
  .filter((item) => !item.isPrivate)
  .flatMap((item) => readSources(repositoryRoot, item))
  .flatMap((source) => expressionsOf(source).map((expression) => ({ path: source.path, ...expression })))

describe('each regular expression of shipped code takes linear time', () => {
  it.each(shipped)('$path: $pattern [B9]', ({ pattern, flags }) => {
    const { status } = checkSync(pattern, flags, { timeout: 60_000 })
    expect(status).toBe('safe')
  })
})
