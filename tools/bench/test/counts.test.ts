// What the bench cannot see without a clock is timed there; what can be counted is held here.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import type { FileService } from '@deepseek-ai/dsh-fs'
import * as skill from '@deepseek-ai/dsh-skill'
import * as skillLocal from '@deepseek-ai/dsh-skill-local'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it, onTestFinished } from 'vitest'
import { type Corpus, writeCorpus } from '../src/corpus/corpora.ts'
import { countParses } from '../src/programs/count-parses.ts'
import { countingFiles, type FileCalls, noCalls } from './counting-files.ts'

/** Project `.dsh` and `.agents`, user `.dsh` and `.agents`. */
const ROOTS = 4

/** Fewest heads in one call, so that a remote service is not asked skill by skill. */
const LEAST_BATCH = 8

interface Mounted {
  readonly ctx: Context
  readonly corpus: Corpus
  readonly calls: FileCalls
  readonly parses: () => number
  /** Begins to count anew. */
  readonly restart: () => void
}

/** Registry and local provider over counted files, and a corpus of 100 skills. */
async function mounted(options: { readonly batch: boolean }): Promise<Mounted> {
  const corpus = writeCorpus(temporaryFolder(), '100', 1)
  const ctx = new Context()
  onTestFinished(() => ctx.fiber.dispose())
  const calls = noCalls()
  const files: FileService = countingFiles(calls, options)
  ctx.provide('fs', files)
  await ctx.plugin(skill)
  await ctx.plugin(skillLocal)
  const counter = countParses()
  onTestFinished(counter.stop)
  let before = 0
  const restart = (): void => {
    Object.assign(calls, noCalls())
    before = counter.count()
  }
  return { ctx, corpus, calls, parses: () => counter.count() - before, restart }
}

function editHeader(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('\n---\n', '\nedition: second\n---\n'))
}

it('reads each head once, many in one call, and parses each header once', async () => {
  const { ctx, corpus, calls, parses } = await mounted({ batch: true })
  expect(await ctx.skills.list({ cwd: corpus.project })).toHaveLength(corpus.count)
  expect(calls).toMatchObject({ readText: 0, heads: corpus.count })
  expect(calls.readHeads).toBeLessThanOrEqual(corpus.count / LEAST_BATCH)
  expect(calls.listDir).toBeLessThanOrEqual(ROOTS)
  expect(calls.stat + calls.realPath).toBeLessThanOrEqual(3 * ROOTS)
  expect(parses()).toBe(corpus.count)
})

it('makes two calls per skill through a service without batches, whatever lies inside the skills [F57]', async () => {
  const { ctx, corpus, calls } = await mounted({ batch: false })
  for (const file of corpus.files) {
    const folder = join(dirname(file), 'references/deep')
    mkdirSync(folder, { recursive: true })
    for (let index = 0; index < 5; index++) writeFileSync(join(folder, `${index}.md`), 'text')
  }
  expect(await ctx.skills.list({ cwd: corpus.project })).toHaveLength(corpus.count)
  expect(calls.readText).toBe(corpus.count)
  expect(calls.stat).toBeLessThanOrEqual(corpus.count + 3 * ROOTS)
  expect(calls.listDir).toBeLessThanOrEqual(ROOTS)
})

it('answers the second list without a file call, a parse or a new array', async () => {
  const { ctx, corpus, calls, parses, restart } = await mounted({ batch: true })
  const first = await ctx.skills.list({ cwd: corpus.project })
  restart()
  expect(await ctx.skills.list({ cwd: corpus.project })).toBe(first)
  expect(Object.isFrozen(first)).toBe(true)
  expect(calls).toEqual(noCalls())
  expect(parses()).toBe(0)
})

for (const batch of [true, false]) {
  const how = batch ? 'in batches' : 'without batches'
  for (const changes of [0, 1, 3]) {
    it(`parses ${changes} headers at a refresh ${how} after ${changes} have changed`, async () => {
      const { ctx, corpus, parses, restart } = await mounted({ batch })
      await ctx.skills.list({ cwd: corpus.project })
      restart()
      for (const file of corpus.files.slice(0, changes)) editHeader(file)
      expect(await ctx.skills.list({ cwd: corpus.project, refresh: true })).toHaveLength(corpus.count)
      expect(parses()).toBe(changes)
    })
  }
}

it('serves a thousand concurrent cold lookups of one folder by one scan [F57] [R7]', async () => {
  const { ctx, corpus, calls, parses } = await mounted({ batch: true })
  const lookups = Array.from({ length: 1000 }, () => ctx.skills.list({ cwd: corpus.project }))
  expect(new Set(await Promise.all(lookups)).size).toBe(1)
  expect(calls.heads).toBe(corpus.count)
  expect(calls.listDir).toBeLessThanOrEqual(ROOTS)
  expect(parses()).toBe(corpus.count)
})

it('reads a body by one call and without a parse when its head is the one already parsed', async () => {
  const { ctx, corpus, calls, parses, restart } = await mounted({ batch: true })
  await ctx.skills.list({ cwd: corpus.project })
  restart()
  const name = corpus.skillNames[7] ?? ''
  const loaded = await ctx.skills.get(name, { cwd: corpus.project })
  expect(loaded?.name).toBe(name)
  expect(calls).toEqual({ ...noCalls(), readHeads: 1, heads: 1 })
  expect(parses()).toBe(0)
})
