import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CatalogEntry } from '../src/catalog.ts'
import { chooseSkill, loadMatcher } from '../src/choose.ts'

const matcher = await loadMatcher()

function linesOf(file: string): readonly string[] {
  return readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8')
    .trim()
    .split('\n')
}

const catalog = linesOf('catalog.txt').map((line): CatalogEntry => {
  const [name = '', description = ''] = line.split('\t')
  return { name, description }
})

function chosen(words: string, from: readonly CatalogEntry[] = catalog): string | undefined {
  return chooseSkill(words, from, matcher)?.name
}

it('matches nothing for words that are about something else, in any language', () => {
  const matches = linesOf('unrelated.txt').map((words) => [words, chosen(words)])
  expect(matches.filter(([, name]) => name !== undefined)).toEqual([])
})

it.each(linesOf('related.txt').map((line) => line.split('\t') as [string, string]))(
  'finds for %j %s',
  (words, name) => {
    expect(chosen(words)).toBe(name)
  },
)

it('loads a skill called by its name, whatever its words say', () => {
  expect(chosen('use the good skill')).toBe('good')
  expect(chosen('please run `help` now')).toBe('help')
  expect(chosen('技能 good 怎么用')).toBe('good')
  expect(chosen('Nutze ship-notes für Rechnungen über PDF')).toBe('ship-notes')
  expect(chosen('用ship-notes写')).toBe('ship-notes')
  expect(chosen('SHIP-NOTES!')).toBe('ship-notes')
})

it('does not take a word, a path or a longer name for the name of a skill', () => {
  expect(chosen('Is cooking a good skill to have?')).toBeUndefined()
  expect(chosen('help')).toBeUndefined()
  const named = [{ name: 'do-it', description: '-' }]
  expect(chosen('please do-it', named)).toBe('do-it')
  for (const words of ['we-do-it-all', 'src/do-it', 'do-it/x', 'do-it.md', 'do_it', 'do it', 'undo-it']) {
    expect([words, chosen(words, named)]).toEqual([words, undefined])
  }
})

it('takes one word for a skill when it stands in its name and is half of what is asked, or is all that is asked', () => {
  const entries = [
    { name: 'weather', description: 'Reports on rain and wind.' },
    { name: 'branch', description: 'Deletes a branch of the repository that was merged.' },
    { name: 'ruecksendung', description: '-' },
  ]
  expect(chosen('What is the weather like?', entries)).toBe('weather')
  expect(chosen('Wie geht die Rücksendung?', entries)).toBe('ruecksendung')
  expect(chosen('Which branch of the family brews the best tea?', entries)).toBeUndefined()
  expect(chosen('What about the repository?', entries)).toBe('branch')
  expect(chosen('Where does the repository live these days, Ann?', entries)).toBeUndefined()
})

it('matches nothing when the only thing in common are common words', () => {
  const common = [
    {
      name: 'a',
      description: 'Use when the user asks you to write, create, add or explain a new file in this project.',
    },
    { name: 'b', description: 'Verwenden, wenn der Benutzer eine neue Datei erstellen oder schreiben möchte, bitte.' },
    { name: 'c', description: '当用户需要帮助创建、编写或修改新的文件时使用这个技能。' },
  ]
  for (const words of [
    'Can you please write and explain a new file for me in this project?',
    'Kannst du bitte für mich eine neue Datei erstellen und schreiben?',
    '请帮我创建一个新的文件，我需要使用它',
  ]) {
    expect(chosen(words, common)).toBeUndefined()
  }
})

it('finds two invented words among a few others, and not one of them', () => {
  const pieces = ['kro', 'plax', 'wex', 'nuj', 'qua', 'fyrd', 'brom', 'xil']
  const word = fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 4 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(word, word, (first, second) => {
      fc.pre(first.slice(0, 4) !== second.slice(0, 4))
      const entries = [...catalog, { name: 'zz', description: `Handles the ${first} of the ${second}.` }]
      expect(chosen(`Please prepare the quarterly ${second} ${first} for the meeting`, entries)).toBe('zz')
      expect(chosen(`Please prepare the quarterly ${second} for the meeting`, entries)).toBeUndefined()
    }),
  )
})

it('gives the same answer each time, and the first of equals in catalog order', () => {
  const twins = ['b', 'c', 'a'].map((name) => ({ name, description: 'Handles zemblu archives.' }))
  for (let round = 0; round < 5; round++) expect(chosen('zemblu archives', twins)).toBe('b')
})

it('is not led by names that objects have anyway', () => {
  const entries = ['constructor', 'tostring', 'valueof', 'hasownproperty'].map((name) => ({ name, description: '-' }))
  expect(chosen('what does the constructor do', entries)).toBe('constructor')
  expect(chosen('__proto__ watch isPrototypeOf', entries)).toBeUndefined()
})

it('reads a long request from its beginning, and does not match one by chance', () => {
  const long = 'lorem ipsum dolor '.repeat(100_000)
  expect(chosen(`extract the tables from this pdf ${'x '.repeat(5000)}`)).toBe('pdf')
  expect(chosen(long + 'pdf')).toBeUndefined()
  const article = Array.from({ length: 60 }, (_, index) => `word${index}thing`).join(' ')
  expect(chosen(`${article} rollback`)).toBeUndefined()
})

it('finds nothing in an empty catalog or for empty words', () => {
  expect(chosen('pdf', [])).toBeUndefined()
  expect(chosen('')).toBeUndefined()
  expect(chosen('?!')).toBeUndefined()
})
