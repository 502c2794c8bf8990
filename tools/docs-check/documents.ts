import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBlocks, type Block } from './blocks.ts'

const PATTERNS = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'packages/*/*/README.md', 'tools/*/README.md']

/** A page for people. */
export interface Document {
  /** Below the root, with `/`. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
}

/** Every page of the repository that has commands or snippets, in the order of paths. */
export function readDocuments(root: string): readonly Document[] {
  const paths = PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: root }))
  return paths.toSorted().map((path) => readDocument(root, path))
}

/** One page. */
export function readDocument(root: string, path: string): Document {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, blocks: findBlocks(path, text) }
}

const LINK = /(?<!!)\[[^[\]]*\]\(([^()\s]+)\)/g

/** The links of a page to files that are not there; addresses of the web are not looked at. */
export function brokenLinks(root: string, { path, text }: Document): readonly string[] {
  return Array.from(text.matchAll(LINK), ([, target = '']) => target)
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
    .filter((target) => !existsSync(join(root, path, '..', target.replace(/#.*/, ''))))
}
