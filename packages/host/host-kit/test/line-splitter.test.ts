import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type InputLine, LINE_MAX_BYTES, LineSplitter } from '../src/index.ts'

function split(chunks: readonly (string | Uint8Array)[]): readonly InputLine[] {
  const splitter = new LineSplitter()
  return [...chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk))), ...splitter.end()]
}

/** The texts; the kind in place of a text that cannot be used. */
function texts(...chunks: readonly (string | Uint8Array)[]): readonly string[] {
  return split(chunks).map((line) => (line.kind === 'text' ? line.text : line.kind))
}

describe('lines of a stream', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['a\rb\n\r\n', ['a\rb', '']],
    ['\n\n', ['', '']],
    ['\uFEFFa\n\uFEFFb', ['a', '\uFEFFb']],
    ['a\u2028b\n', ['a\u2028b']],
    ['\u0000\n', ['\u0000']],
  ])('%j', (input, lines) => {
    expect(texts(input)).toEqual(lines)
  })

  it('are counted, blank ones too', () => {
    expect(split(['a\n\nb\n']).map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it.each([
    [[0xff], 'one bad byte'],
    [[0xc3], 'half a character'],
    [[0xed, 0xa0, 0x80], 'a surrogate'],
    [[0xc0, 0xaf], 'an overlong form'],
  ])('%j is not UTF-8, and the next line is read', (bytes) => {
    expect(texts('a\nx', Buffer.from(bytes), '\nb\n')).toEqual(['a', 'not-utf8', 'b'])
  })

  it.each([
    [LINE_MAX_BYTES - 1, ''],
    [LINE_MAX_BYTES, ''],
    [LINE_MAX_BYTES, '\r'],
  ])('a line of %i bytes is taken', (size, end) => {
    const [line, next] = split(['x'.repeat(size), `${end}\nnext`])
    expect(line?.kind === 'text' && line.text.length).toBe(size)
    expect(next).toEqual({ kind: 'text', number: 2, text: 'next' })
  })

  it.each([
    [1, ''],
    [2, ''],
    [1, '\r'],
    [LINE_MAX_BYTES, ''],
  ])('a line of %i bytes too many is refused, and the next line is read', (more, end) => {
    const half = 'x'.repeat(LINE_MAX_BYTES / 2)
    expect(texts(half, half, 'x'.repeat(more), `${end}\nnext`)).toEqual(['too-long', 'next'])
  })

  it('a line without end is refused at once, once, and forgotten', () => {
    const splitter = new LineSplitter()
    const piece = Buffer.alloc(LINE_MAX_BYTES / 4, 'x')
    const told = Array.from({ length: 12 }, () => splitter.push(piece).length)
    expect(told).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    expect(splitter.end()).toEqual([])
  })

  it('come whole out of a hundred thousand pieces, one after the other', () => {
    const splitter = new LineSplitter()
    const piece = Buffer.from('x')
    for (const size of [100_000, 3]) {
      for (let count = 0; count < size; count++) splitter.push(piece)
      expect(splitter.push(Buffer.from('\n'))).toMatchObject([{ text: 'x'.repeat(size) }])
    }
  })

  it('are the same wherever the pieces end', () => {
    const unit = fc.constantFrom('a', '\n', '\r', '\r\n', 'ü', '水', '😀', '\uFEFF', ' ')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), fc.array(fc.nat(60), { maxLength: 8 }), (input, cuts) => {
        const bytes = Buffer.from(input)
        const ends = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].toSorted((a, b) => a - b)
        const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
        expect(split(chunks)).toEqual(split([bytes]))
      }),
    )
  })

  it('hold everything that came in', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
        const lines = words.map((word) => word.replace(/[\r\n\uFEFF]/g, ''))
        expect(texts(lines.map((line) => `${line}\n`).join(''))).toEqual(lines)
      }),
    )
  })
})
