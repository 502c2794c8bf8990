import { markdown, sentences, words } from './prose.ts'
import { type Random, seededRandom } from './random.ts'
import { addField, type CorpusSkill, emptyHeader, type HeaderDraft, headerText } from './skill-file.ts'
import { textLine, type TextStyle, textValue } from './yaml-text.ts'

const FILE_BYTES = 8192

const DESCRIPTION_STYLES: readonly [TextStyle, ...TextStyle[]] = [
  'plain',
  'plain',
  'plain',
  'double',
  'double',
  'single',
  'folded',
  'folded',
  'literal',
  'literal',
]

/** The keys that a header may have beside name and description, each present in half of all headers. */
const OPTIONAL_KEYS: readonly ((header: HeaderDraft, random: Random) => void)[] = [
  (header) => addField(header, 'license', 'Apache-2.0', 'license: Apache-2.0\n'),
  (header) => addField(header, 'version', '1.4.2', 'version: "1.4.2"\n'),
  (header, random) => {
    const text = sentences(random, 60)
    addField(header, 'whenToUse', text, textLine('whenToUse', text, 'double'))
  },
  (header) => {
    const tools = ['Bash', 'Read', 'Grep']
    addField(header, 'allowed-tools', tools, `allowed-tools: [${tools.join(', ')}]\n`)
  },
  (header, random) => {
    const [author, tag] = [words(random, 12), words(random, 6)]
    const lines = `metadata:\n  author: ${author}\n  stable: true\n  tags:\n    - ${tag}\n    - general\n`
    addField(header, 'metadata', { author, stable: true, tags: [tag, 'general'] }, lines)
  },
  (header, random) => {
    const text = sentences(random, 40)
    addField(header, 'compatibility', text, textLine('compatibility', text, 'single'))
  },
]

/**
 * Skill number `index` of a corpus: 2 to 8 header keys, block scalars and quotes among them, in a file of 8 kB.
 *
 * The same for the same seed, whatever the size of the corpus.
 */
export function generatedSkill(seed: number, index: number): CorpusSkill {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) + index)
  const name = `${words(random, 14).replaceAll(' ', '-')}-${String(index).padStart(5, '0')}`
  const header = emptyHeader()
  addField(header, 'name', name, `name: ${name}\n`)
  addDescription(header, random)
  for (const add of OPTIONAL_KEYS) if (random.chance(0.5)) add(header, random)
  const head = headerText(header)
  return { folder: name, text: head + markdown(random, FILE_BYTES - Buffer.byteLength(head)), fields: header.fields }
}

function addDescription(header: HeaderDraft, random: Random): void {
  const style = random.pick(DESCRIPTION_STYLES)
  const prose = sentences(random, random.integer(120, 320))
  // Quoted styles carry what needs the quotes.
  const text = style === 'double' || style === 'single' ? `Use it: ${prose} Don't say "later" #now.` : prose
  addField(header, 'description', textValue(text, style), textLine('description', text, style))
}
