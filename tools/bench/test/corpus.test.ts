import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { writeCorpus } from '../src/corpus/corpora.ts'
import { generatedSkill } from '../src/corpus/generated.ts'
import { realShapedSkill } from '../src/corpus/real-shaped.ts'
import type { CorpusSkill } from '../src/corpus/skill-file.ts'

const SEED = 1

function headerOf({ text }: CorpusSkill): string {
  return text.slice(text.indexOf('\n') + 1, text.indexOf('\n---', 3) + 1)
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}

const kinds = { generated: generatedSkill, 'real-shaped': realShapedSkill }
for (const [kind, make] of Object.entries(kinds)) {
  it(`writes ${kind} headers that read back as the fields they were made from`, () => {
    for (let index = 0; index < 300; index++) {
      const skill = make(SEED, index)
      expect({ index, fields: parse(headerOf(skill)) as unknown }).toEqual({ index, fields: skill.fields })
    }
  })

  it(`makes the same ${kind} skill from the same seed, and another from another`, () => {
    expect(make(SEED, 7)).toEqual(make(SEED, 7))
    expect(make(SEED, 7).text).not.toBe(make(SEED + 1, 7).text)
    expect(make(SEED, 7).text).not.toBe(make(SEED, 8).text)
  })
}

it('makes generated files of 8 kB with 2 to 8 keys, block scalars and quotes among them', () => {
  const skills = Array.from({ length: 300 }, (_, index) => generatedSkill(SEED, index))
  expect(new Set(skills.map(({ text }) => Buffer.byteLength(text)))).toEqual(new Set([8192]))
  const keys = skills.map(({ fields }) => Object.keys(fields).length)
  expect([Math.min(...keys), Math.max(...keys)]).toEqual([2, 8])
  const headers = skills.map(headerOf).join('')
  for (const style of ['description: >-\n', 'description: |-\n', 'description: "', "description: '"]) {
    expect(headers).toContain(style)
  }
})

it('makes real-shaped files with the sizes of real ones, their headers half as long as generated ones', () => {
  const skills = Array.from({ length: 298 }, (_, index) => realShapedSkill(SEED, index))
  const real = median(skills.map((skill) => Buffer.byteLength(headerOf(skill))))
  const generated = median(Array.from({ length: 298 }, (_, index) => headerOf(generatedSkill(SEED, index)).length))
  expect(real / generated).toBeGreaterThan(0.4)
  expect(real / generated).toBeLessThan(0.6)
  expect(Math.max(...skills.map((skill) => Buffer.byteLength(headerOf(skill))))).toBeLessThan(1500)
  const bodies = skills.map((skill) => Buffer.byteLength(skill.text) - Buffer.byteLength(headerOf(skill)))
  expect(median(bodies)).toBeGreaterThan(4500)
  expect(median(bodies)).toBeLessThan(6500)
})

it('writes one folder with one file for each skill, below an empty .git', () => {
  const corpus = writeCorpus(temporaryFolder(), '100', SEED)
  expect(readdirSync(corpus.skillsFolder)).toHaveLength(100)
  expect(lstatSync(join(corpus.project, '.git')).isDirectory()).toBe(true)
  expect(corpus.files.map((file) => readFileSync(file, 'utf8'))).toEqual(
    Array.from({ length: 100 }, (_, index) => generatedSkill(SEED, index).text),
  )
})
