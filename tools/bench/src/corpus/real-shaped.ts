import { markdown, sentences, words } from './prose.ts'
import { seededRandom } from './random.ts'
import { addField, type CorpusSkill, emptyHeader, headerText } from './skill-file.ts'
import { textLine, type TextStyle, textValue } from './yaml-text.ts'

const DESCRIPTION_STYLES: readonly [TextStyle, ...TextStyle[]] = [
  'plain',
  ...Array<TextStyle>(13).fill('plain'),
  ...Array<TextStyle>(4).fill('double'),
  'folded',
  'literal',
]

const DESCRIPTION_LONGEST = 1000
const BODY_BYTES_SMALLEST = 200
const BODY_BYTES_LARGEST = 291_000

/**
 * Skill number `index` of a corpus with the sizes and habits counted over 33,507 public skill files: a description of
 * 207 characters in the middle and under 813 in 99 of 100; a body of 5.4 kB in the middle, under 36 kB in 99 of 100;
 * `metadata` in 23%, a name unlike its folder in 15.7%, CRLF in 1.5%.
 */
export function realShapedSkill(seed: number, index: number): CorpusSkill {
  const random = seededRandom(Math.imul(seed, 0x85ebca6b) + index)
  const name = `${words(random, 10).replaceAll(' ', '-')}-${String(index).padStart(3, '0')}`
  const header = emptyHeader()
  addField(header, 'name', name, `name: ${name}\n`)
  const style = random.pick(DESCRIPTION_STYLES)
  const text = exactSentences(Math.min(random.logNormal(207, 813), DESCRIPTION_LONGEST), (length) =>
    sentences(random, length),
  )
  addField(header, 'description', textValue(text, style), textLine('description', text, style))
  if (random.chance(0.2)) addField(header, 'license', 'MIT', 'license: MIT\n')
  if (random.chance(0.1)) addField(header, 'allowed-tools', 'Bash, Read', 'allowed-tools: Bash, Read\n')
  if (random.chance(0.028)) addField(header, 'argument-hint', ['path'], 'argument-hint: [path]\n')
  if (random.chance(0.23)) {
    const author = words(random, 8)
    const isNested = random.chance(0.55)
    const lines = `metadata:\n  author: ${author}\n${isNested ? '  links:\n    home: none\n' : ''}`
    addField(header, 'metadata', isNested ? { author, links: { home: 'none' } } : { author }, lines)
  }
  const bodyBytes = Math.round(random.logNormal(5400, 36_000))
  const body = markdown(random, Math.min(Math.max(bodyBytes, BODY_BYTES_SMALLEST), BODY_BYTES_LARGEST))
  const file = headerText(header) + body
  return {
    folder: random.chance(0.157) ? `acme.${name}` : name,
    text: random.chance(0.015) ? file.replaceAll('\n', '\r\n') : file,
    fields: header.fields,
  }
}

function exactSentences(length: number, make: (length: number) => string): string {
  const text = make(length).slice(0, Math.max(20, Math.round(length)))
  return text.replace(/[\s,]+$/, '')
}
