import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedOutput, PART_BYTES } from '../src/bounded-output.ts'
import { outputText } from '../src/output-text.ts'

function keep(bytes: Buffer, pieceBytes: number): BoundedOutput {
  const output = new BoundedOutput()
  for (let start = 0; start < bytes.length; start += pieceBytes) output.add(bytes.subarray(start, start + pieceBytes))
  return output
}

/** No two places of it look alike. */
function numbered(size: number): Buffer {
  return Buffer.from(
    Array.from({ length: Math.ceil(size / 8) }, (_, index) => String(index).padStart(7, '0') + '\n').join(''),
  ).subarray(0, size)
}

describe('output', () => {
  const whole = 2 * PART_BYTES

  it.each([0, 1, PART_BYTES, PART_BYTES + 1, whole - 1, whole])('of %i bytes is kept whole', (size) => {
    const bytes = numbered(size)
    for (const pieceBytes of [1_000, PART_BYTES, 10 * PART_BYTES]) {
      const kept = keep(bytes, pieceBytes).kept()
      expect(kept.omittedBytes).toBe(0)
      expect(kept.head.equals(bytes)).toBe(true)
    }
  })

  it.each([whole + 1, 10 * PART_BYTES])('of %i bytes keeps its start and its end', (size) => {
    const bytes = numbered(size)
    for (const pieceBytes of [700, PART_BYTES - 1, size]) {
      const { head, tail, omittedBytes } = keep(bytes, pieceBytes).kept()
      expect(head.equals(bytes.subarray(0, PART_BYTES))).toBe(true)
      expect(tail.equals(bytes.subarray(-PART_BYTES))).toBe(true)
      expect(omittedBytes).toBe(size - whole)
    }
  })

  it('is the same however it comes in pieces, and never cut inside a character', () => {
    const text = fc
      .array(fc.constantFrom('a', 'é', '水', '\u{1F600}', '\n'), { minLength: 1, maxLength: 8 })
      .map((characters) => characters.join(''))
    fc.assert(
      fc.property(text, fc.nat(PART_BYTES), fc.integer({ min: 100, max: 50_000 }), (unit, extra, pieceBytes) => {
        const all = 'x'.repeat(extra % 7) + unit.repeat(Math.ceil((whole + extra) / Buffer.byteLength(unit)))
        const bytes = Buffer.from(all)
        const kept = keep(bytes, pieceBytes).kept()
        expect(kept).toEqual(keep(bytes, bytes.length).kept())
        expect(kept.head.length + kept.tail.length + kept.omittedBytes).toBe(bytes.length)
        expect(outputText(kept).isUtf8).toBe(true)
        expect(all.startsWith(kept.head.toString()) && all.endsWith(kept.tail.toString())).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('of any bytes at all becomes text, whole lines, with the cut marked once', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 50 }), fc.constantFrom(1, 5_000), (unit, count) => {
        const { text } = outputText(keep(Buffer.from(Buffer.concat(Array(count).fill(unit))), 5_000).kept())
        expect(text.endsWith('\n')).toBe(true)
        expect(text.length).toBeLessThan(whole + 200)
        expect(text.match(/^\[\d+ bytes are left out here/gm) ?? []).toHaveLength(unit.length * count > whole ? 1 : 0)
      }),
      { numRuns: 100 },
    )
  })
})
