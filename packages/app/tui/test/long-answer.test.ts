import { Markdown } from '@earendil-works/pi-tui'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { stripVTControlCharacters } from 'node:util'
import { createStyle } from '../src/view/style.ts'
import { Fold } from '../src/view/fold.ts'
import { markdownTheme } from '../src/view/theme.ts'
import { Transcript } from '../src/view/transcript.ts'

const style = createStyle(false)

/** What the parser of Markdown is given. */
const setText = vi.spyOn(Markdown.prototype, 'setText')
afterEach(() => void setText.mockClear())

const KINDS: readonly (readonly [string, string, (index: number) => string])[] = [
  ['paragraphs', '', (index) => `Word ${index} and more of them.\n\n`],
  ['one line without end', '', (index) => `word${index} `],
  ['one word without end', '', () => 'abcdefghij'],
  ['a code block that stays open', '```ts\n', (index) => `const a${index} = '|'\n\n`],
  ['a table', '| a | b |\n|---|---|\n', (index) => `| ${index} | two |\n`],
  ['a list', '', (index) => `- item ${index}\n\n`],
  ['a nested list', '- top\n', (index) => `    - item ${index}\n`],
  ['a quotation', '', (index) => `> word ${index}\n`],
  ['empty lines', '', () => '\n'],
]

interface Streamed {
  readonly rows: readonly string[]
  readonly frames: number
}

const lettersOf = (text: string): string => (text.match(/[a-z0-9]/g) ?? []).join('')

/** The rows of an answer that comes in `count` pieces, with a frame after every tenth. */
function stream(opening: string, piece: (index: number) => string, count: number): Streamed {
  const transcript = new Transcript(style)
  const answer = transcript.answer()
  let frames = 0
  answer.append(opening)
  for (let index = 0; index < count; index += 1) {
    answer.append(piece(index))
    if (index % 10 !== 0) continue
    transcript.render(80)
    frames += 1
  }
  return { rows: transcript.render(80).map((row) => stripVTControlCharacters(row)), frames }
}

describe('an answer that comes in many pieces', () => {
  it.each(KINDS)('parses a bounded part of it for each frame: %s [G61]', (_name, opening, piece) => {
    const { frames } = stream(opening, piece, 3000)
    const parsed = setText.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
    expect(parsed / frames).toBeLessThan(6000)
  })

  it.each(KINDS)(
    'loses nothing of it, and repeats nothing but the head of a table: %s [G61]',
    (_name, opening, piece) => {
      const said = Array.from({ length: 2000 }, (_, index) => piece(index)).join('')
      const shown = stream(opening, piece, 2000).rows.join('\n')
      const head = lettersOf(opening)
      expect(lettersOf(shown.replaceAll(/^│ a +│ b +│ *\n/gm, '')).replace(head, '')).toBe(lettersOf(said))
    },
  )

  it('copies no row above the first change [G61]', () => {
    const transcript = new Transcript(style)
    const answer = transcript.answer()
    for (let index = 0; index < 2000; index += 1) answer.append(`Word ${index} and more.\n\n`)
    const rows = transcript.render(80)
    const above = rows.slice(0, -400)
    const handed: string[] = rows as string[]
    for (let index = 0; index < above.length; index += 1) handed[index] = `kept ${index}`
    answer.append('more')
    expect(transcript.render(80)).toBe(rows)
    expect(rows.slice(0, above.length)).toEqual(above.map((_, index) => `kept ${index}`))
    expect(rows.slice(-2)).toEqual([expect.stringMatching(/^more */), ''])
  })

  it('is drawn as it would be at once, where it has paragraphs, headings and short code [G61]', () => {
    const block = fc.constantFrom(
      'A word.',
      '# Head',
      'Two\nlines',
      '```ts\nconst a = 1\n\nconst b = 2\n```',
      '---',
      '**bold** `x`',
    )
    const blocks = fc.array(block, { minLength: 500, maxLength: 800, size: 'max' })
    fc.assert(
      fc.property(blocks, fc.integer({ min: 100, max: 9000 }), (parts, size) => {
        const text = parts.join('\n\n')
        const transcript = new Transcript(style)
        const answer = transcript.answer()
        for (let start = 0; start < text.length; start += size) answer.append(text.slice(start, start + size))
        const whole = new Markdown(text, 0, 0, markdownTheme(style), undefined, { renderLatex: false })
        expect(
          transcript
            .render(60)
            .slice(0, -1)
            .map((row) => row.trimEnd()),
        ).toEqual(whole.render(60).map((row) => row.trimEnd()))
      }),
      { numRuns: 10 },
    )
  })

  it('draws a code block that is longer than a part as one [G61]', () => {
    const code = Array.from({ length: 1000 }, (_, index) => `let a${index} = 1`)
    const { rows } = stream('```ts\n', (index) => `${code[index] ?? '```'}\n`, 1001)
    expect(rows.map((row) => row.trim())).toEqual(['```ts', ...code, '```', ''])
  })

  it('is drawn anew where the whole text is another one [G61]', () => {
    const transcript = new Transcript(style)
    const answer = transcript.answer()
    transcript.notice('note', 'below')
    answer.append('Half. '.repeat(2000))
    transcript.render(80)
    answer.setText('Whole.')
    expect(transcript.render(80).map((row) => stripVTControlCharacters(row).trimEnd())).toEqual([
      'Whole.',
      '',
      '· below',
      '',
    ])
  })
})

describe('thoughts that come in many pieces', () => {
  it.each([
    ['lines', (index: number) => `thought ${index}\n`],
    ['one line', (index: number) => `thought${index} `],
  ])('cost no more when they are long, and are counted: %s [G61]', (_name, piece) => {
    const fold = new Fold({ mark: '·', title: 'thinking', body: '' }, style, true)
    for (let index = 0; index < 20_000; index += 1) fold.append(piece(index))
    const rows = fold.render(80)
    fold.append(piece(0))
    fold.setContent({ title: 'thought' })
    // The rows that are drawn are the same ones: nothing was wrapped again.
    expect(
      fold
        .render(80)
        .slice(1)
        .every((row, index) => row === rows[index + 1]),
    ).toBe(true)
    expect(rows.at(-1)).toContain('there is more')
    fold.setOpen(false)
    expect(fold.render(80).map((row) => stripVTControlCharacters(row))).toEqual([
      `· thought (${piece(0).endsWith('\n') ? '20001 lines' : '1 line'}, Ctrl-O opens)`,
    ])
  })
})
