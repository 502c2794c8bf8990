import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeUtf8, type DecodedText } from '../src/utf8.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** What the platform's strict decoder makes of bytes; `undefined` when it refuses them. */
function reference(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The longest start of `bytes` that ends where no character can begin. */
function expectedOf(bytes: Buffer): DecodedText {
  let offset = 0
  while (offset < bytes.length) {
    const length = [1, 2, 3, 4].find((count) => reference(bytes.subarray(offset, offset + count)) !== undefined)
    if (length === undefined || offset + length > bytes.length) {
      return { text: bytes.toString('utf8', 0, offset), invalidByte: offset }
    }
    offset += length
  }
  return { text: bytes.toString() }
}

/** Bytes that are mostly text: characters of each length, and now and then a byte from anywhere. */
const nearlyText = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('a', 'é', '数', '\u{1F600}', '\uFEFF').map((text) => Buffer.from(text)) },
      { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Buffer.from(bytes)) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom([0xe0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90], [0xc0, 0xaf])
          .map((bytes) => Buffer.from(bytes)),
      },
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts))

describe('decodeUtf8', () => {
  it('accepts exactly what is well-formed, and ends the text where that ends [A7]', () => {
    fc.assert(
      fc.property(nearlyText, (bytes) => {
        expect(decodeUtf8(bytes, { isCut: false })).toEqual(expectedOf(bytes))
      }),
      { numRuns: 2_000 },
    )
  })

  it('takes a cut inside a character for no error, wherever the cut is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.nat(80), (text, at) => {
        const bytes = Buffer.from(text)
        const cut = decodeUtf8(bytes.subarray(0, at), { isCut: true })
        expect(cut.invalidByte).toBeUndefined()
        expect(text.startsWith(cut.text)).toBe(true)
        expect(Math.min(at, bytes.length) - Buffer.byteLength(cut.text)).toBeLessThan(4)
      }),
      { numRuns: 2_000 },
    )
  })

  it('still reports a bad byte in front of a cut', () => {
    const bytes = Buffer.from([0x61, 0xff, 0x62, 0xe6, 0x95])
    expect(decodeUtf8(bytes, { isCut: true })).toEqual({ text: 'a', invalidByte: 1 })
  })

  it.each([
    ['a lone 0xFF', [0x61, 0x62, 0xff], 2],
    ['a GBK pair', [0x61, 0xb2, 0xe2], 1],
    ['Latin-1', [0x63, 0x61, 0x66, 0xe9], 3],
    ['UTF-16 with its mark', [0xff, 0xfe, 0x61, 0x00], 0],
    ['a surrogate', [0x61, 0xed, 0xa0, 0x80], 1],
    ['a character that the file cuts short', [0x61, 0x62, 0xe6, 0x95], 2],
  ])('names the byte of %s [A7] [F14]', (_, bytes, invalidByte) => {
    expect(decodeUtf8(Buffer.from(bytes), { isCut: false }).invalidByte).toBe(invalidByte)
  })

  it('keeps a byte-order mark and NUL: they are the reader’s business', () => {
    const text = '\uFEFFa\0b'
    expect(decodeUtf8(Buffer.from(text), { isCut: false })).toEqual({ text })
  })
})
