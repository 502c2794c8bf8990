import { visibleWidth } from '@earendil-works/pi-tui'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Block } from '../src/view/block.ts'
import { Choice } from '../src/view/choice.ts'
import { Fold } from '../src/view/fold.ts'
import { OneLine } from '../src/view/one-line.ts'
import { safeLine, SafeLines } from '../src/view/safe-lines.ts'
import { createStyle } from '../src/view/style.ts'
import { Transcript } from '../src/view/transcript.ts'
import { visibleLine, visibleText } from '../src/view/visible-text.ts'

const style = createStyle(true)

/** Anything: controls, half characters, wide and joined ones, Markdown. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '\u001B[2J',
        '\u001B]52;c;eA==\u0007',
        '\u009B1m',
        '\u202E',
        '\uD83D',
        '👩‍👩‍👧',
        '日本',
        'e\u0301',
        '\t',
      ),
      fc.constantFrom(
        '# ',
        '**',
        '`',
        '```\n',
        '\n',
        '\n\n',
        '- ',
        '> ',
        '| a | b |\n|---|---|\n| ',
        '[x](http://y)',
        '&#27;',
      ),
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''))

/** What a line of ours may hold beside text: colours and weights. */
const COLOURS = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-9;]*m`, 'g')
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200B\u2060\u{E0000}-\u{E0FFF}]/u

describe('whatever is to be shown', () => {
  const width = fc.integer({ min: 1, max: 100 })
  const parts: readonly (readonly [string, (content: string) => SafeLines])[] = [
    [
      'an answer',
      (content) => {
        const transcript = new Transcript(style)
        transcript.answer().setText(content)
        return new SafeLines(transcript)
      },
    ],
    ['a notice', (content) => new SafeLines(new Block(style.bad(visibleText(content)), { mark: '! ', width: 2 }))],
    ['a fold', (content) => new SafeLines(new Fold({ mark: '●', title: content, body: content }, style, true))],
    [
      'a status',
      (content) => {
        const line = new OneLine()
        line.setText(content, style.dim)
        return new SafeLines(line)
      },
    ],
    [
      'a question',
      (content) => {
        const options = [{ value: 1, label: content, detail: content }]
        return new SafeLines(
          new Choice(
            { text: visibleLine(content), options, hint: 'Enter' },
            { style, room: () => 24, onAnswer: () => {} },
          ),
        )
      },
    ],
  ]

  it.each(parts)('%s fits any width and steers nothing [H4]', (_name, partOf) => {
    fc.assert(
      fc.property(text, width, (content, columns) => {
        for (const line of partOf(content).render(columns)) {
          expect(visibleWidth(line)).toBeLessThanOrEqual(columns)
          expect(UNSAFE.test(line.replace(COLOURS, ''))).toBe(false)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('is safe also when a part forgot to write it out', () => {
    fc.assert(
      fc.property(text, width, (content, columns) => {
        const line = safeLine(content, columns)
        expect(visibleWidth(line)).toBeLessThanOrEqual(columns)
        expect(UNSAFE.test(line.replace(COLOURS, ''))).toBe(false)
      }),
    )
  })

  it('leaves text, colours and the marks of the cursor alone', () => {
    const line = `${style.bold('Tea')} für 👩‍👩‍👧 \u001B_pi:c\u0007\u001B_pi:fc\u0007x\u001B_pi:/fc\u0007`
    expect(safeLine(line, 80)).toBe(line)
  })
})

describe('foreign text', () => {
  it.each([
    ['a\u001B[31mb', 'a\\u{1b}[31mb'],
    ['one\r\ntwo\rthree', 'one\ntwo\\u{d}three'],
    ['\tx', '    x'],
    ['\u202Ex\u2066y', '\\u{202e}x\\u{2066}y'],
    ['ö 👨‍🍳 ❤️ \u200C', 'ö 👨‍🍳 ❤️ \u200C'],
    ['\uD800', '\uFFFD'],
  ])('%j is written out as %j', (from, to) => {
    expect(visibleText(from)).toBe(to)
    expect(visibleText(to)).toBe(to)
  })

  it('is one line where it has to be', () => {
    expect(visibleLine('a\nb')).toBe('a\\nb')
  })
})
