import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineTooLongError, readLines } from '../src/read-lines.ts'

async function linesOf(chunks: readonly (string | Uint8Array)[], maxBytes = 1000): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of readLines(streamOf(chunks), maxBytes)) lines.push(Buffer.from(line).toString('latin1'))
  return lines
}

async function* streamOf(chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk
}

it('gives each line without its line feed, the last one also where none follows', async () => {
  expect(await linesOf(['a\nb', 'c\n\n', 'd'])).toEqual(['a', 'bc', '', 'd'])
  expect(await linesOf(['a\n'])).toEqual(['a'])
  expect(await linesOf([])).toEqual([])
})

it('gives the same lines wherever the stream is cut', async () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => array.map((byte) => (byte % 5 === 0 ? 0x0a : byte)))
  await fc.assert(
    fc.asyncProperty(bytes, fc.array(fc.nat(200)), async (whole, cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
      const chunks = edges.slice(1).map((end, index) => whole.subarray(edges[index], end))
      const expected = Buffer.from(whole).toString('latin1').split('\n')
      if (expected.at(-1) === '') expected.pop()
      expect(await linesOf(chunks)).toEqual(expected)
    }),
  )
})

it.each([9, 10])('takes a line of %i bytes where 10 may be', async (length) => {
  const line = 'x'.repeat(length)
  expect(await linesOf([`${line}\n`, line, '\n', line.slice(0, 3), line.slice(3)], 10)).toEqual([line, line, line])
})

it('ends at a line of 11 bytes where 10 may be, before it has come to its end', async () => {
  let read = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('ok\n')
    for (; ; read += 1) yield Buffer.from('xxxx')
  }
  const lines = readLines(endless(), 10)
  expect(Buffer.from((await lines.next()).value ?? []).toString()).toBe('ok')
  await expect(lines.next()).rejects.toThrow(LineTooLongError)
  expect(read).toBeLessThan(5)
  await expect(linesOf(['x'.repeat(11) + '\n'], 10)).rejects.toThrow('more than 10 bytes')
})

it('takes time in proportion to the length, also where every byte comes alone [B9]', async () => {
  async function* single(): AsyncGenerator<Uint8Array> {
    const byte = Buffer.from('x')
    for (let count = 0; count < 1_000_000; count += 1) yield byte
  }
  let length = 0
  for await (const line of readLines(single(), 2_000_000)) length += line.length
  expect(length).toBe(1_000_000)
}, 10_000)
