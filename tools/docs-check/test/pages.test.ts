import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { readPackages } from '../../house/packages.ts'
import { checkDocument } from '../check-document.ts'
import { brokenLinks, readDocuments } from '../documents.ts'
import { makePlace } from '../place.ts'
import { checkTypes, isTest, needsNetwork, runTests, writeSnippets } from '../snippets.ts'
import type { Repository } from '../unrun.ts'

/** Bounds a hang; what is run here takes seconds. */
const HANG_MS = 180_000

const documents = readDocuments(repositoryRoot)
const snippets = documents.flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'ts'))
const unpublished = readPackages(repositoryRoot).filter(({ isPrivate }) => isPrivate)
const manifest: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(repositoryRoot, 'package.json'), 'utf8'),
)
const repository: Repository = {
  root: repositoryRoot,
  scripts: new Set(Object.keys(manifest.scripts)),
  unpublished: new Set(unpublished.map(({ name }) => name)),
}

describe.concurrent('what a page says can be done', () => {
  // Side by side, so each test cleans up by its own context: `temporaryFolder` would take that of another one.
  it.for(documents)('$path', { timeout: HANG_MS }, async (document, { expect: expectHere, onTestFinished }) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dsh-page-')))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    expectHere(await checkDocument(document, makePlace(folder, repositoryRoot), repository)).toEqual([])
  })
})

describe('the snippets of all pages', () => {
  it('fit the types of the packages', { timeout: HANG_MS }, async () => {
    const folder = temporaryFolder()
    writeSnippets(folder, repositoryRoot, snippets)
    const { env } = makePlace(temporaryFolder(), repositoryRoot)
    expect((await checkTypes(folder, env)).text).toBe('')
  })

  it('pass, where they are tests', { timeout: HANG_MS }, async () => {
    const folder = temporaryFolder()
    writeSnippets(folder, repositoryRoot, snippets.filter(isTest))
    const { env } = makePlace(temporaryFolder(), repositoryRoot)
    const { code, text } = await runTests(folder, env)
    expect(code === 0 ? '' : text).toBe('')
  })

  it('run, but for those that call a model', () => {
    const unrun = snippets.filter(needsNetwork).map(({ document }) => document)
    expect(unrun).toEqual(['packages/agent/llm-openai-compatible/README.md'])
  })
})

describe('the links of a page lead to files that are there', () => {
  it.each(documents)('$path', (document) => expect(brokenLinks(repositoryRoot, document)).toEqual([]))
})
