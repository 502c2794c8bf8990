import type { Random } from './random.ts'

const WORDS =
  'a the this each every any new old open small large final first next review release branch commit change file folder report table column query index test fixture error warning log trace request answer header body page form field value number date name title author owner team customer invoice order price budget plan draft note summary section figure chart image video script module package version build deploy server client cache queue worker thread memory disk network schema model prompt agent skill tool reads writes checks finds explains compares converts collects formats lists merges moves prepares publishes removes renames repairs splits validates when where before after without inside between under over with from into against for and or but because until while only again always never often twice carefully quickly by hand'.split(
    ' ',
  ) as [string, ...string[]]

/** Not ASCII: one text in ten has some of these. */
const FOREIGN = ['“as written”', '报告', '数据', '— in short —', 'naïve', 'résumé', '✓'] as const

/** Words with blanks between, at least `length` characters of them, without punctuation. */
export function words(random: Random, length: number): string {
  let text = random.pick(WORDS)
  while (text.length < length) text += ` ${random.pick(WORDS)}`
  return text
}

/** Sentences of 6 to 16 words, `length` characters or a few more, without `: ` and ` #`: safe as a plain YAML value. */
export function sentences(random: Random, length: number): string {
  const made: string[] = []
  const foreignShare = random.chance(0.1) ? 0.05 : 0
  for (let total = 0; total < length;) {
    const count = random.integer(6, 16)
    const chosen = Array.from({ length: count }, () =>
      random.chance(foreignShare) ? random.pick(FOREIGN) : random.pick(WORDS),
    )
    const sentence = `${capitalised(chosen.join(random.chance(0.1) ? ', ' : ' '))}.`
    made.push(sentence)
    total += sentence.length + 1
  }
  return made.join(' ')
}

/** Markdown of exactly `bytes` bytes: headings, paragraphs, lists, code. */
export function markdown(random: Random, bytes: number): string {
  const blocks: Buffer[] = []
  for (let total = 0; total < bytes;) {
    const block = Buffer.from(`${markdownBlock(random)}\n\n`)
    blocks.push(block)
    total += block.length
  }
  // The cut may fall inside a character: what is left of it becomes blanks, so that the size stays exact.
  const cut = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(blocks).subarray(0, bytes))
  const text = cut.replace(/\uFFFD+$/, '')
  return text + ' '.repeat(bytes - Buffer.byteLength(text))
}

function markdownBlock(random: Random): string {
  const kind = random.integer(0, 5)
  if (kind === 0) return `## ${capitalised(words(random, 20))}`
  if (kind === 1) return ['- ', '- ', '- '].map((bullet) => bullet + words(random, 40)).join('\n')
  if (kind === 2) return `\`\`\`sh\n${words(random, 30)} --${words(random, 8).replaceAll(' ', '-')}\n\`\`\``
  return sentences(random, random.integer(100, 500))
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
