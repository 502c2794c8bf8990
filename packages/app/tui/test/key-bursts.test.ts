import { setImmediate as nextTurn } from 'node:timers/promises'
import { StdinBuffer } from '@earendil-works/pi-tui'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KeyBursts } from '../src/input/key-bursts.ts'

const paste = (text: string): string => `\u001B[200~${text}\u001B[201~`

// Time stands still but where a test lets it pass: what counts is which read came before which silence.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** What the app is given for `reads`, with a silence of `gapMs` after each. */
async function inputOf(reads: readonly string[], { gapMs = 1000, isCooked = false } = {}): Promise<readonly string[]> {
  const given: string[] = []
  const bursts = new KeyBursts((data) => void given.push(data))
  const buffer = new StdinBuffer()
  buffer.on('data', (data: string) => bursts.push(data))
  buffer.on('paste', (text: string) => bursts.push(paste(text)))
  if (isCooked) bursts.beginRaw()
  for (const read of reads) {
    buffer.process(read)
    await silence(gapMs)
  }
  await silence(1000)
  return given
}

async function silence(ms: number): Promise<void> {
  await nextTurn()
  await vi.advanceTimersByTimeAsync(ms)
  await nextTurn()
  await nextTurn()
}

describe('key bursts', () => {
  it.each([
    ['three lines', 'one\r/exit\rthree', 'one\n/exit\nthree'],
    ['lines that end with LF', 'one\n/exit\nthree\n', 'one\n/exit\nthree\n'],
    ['lines that end with CRLF', 'one\r\n/exit\r\nthree\r\n', 'one\n/exit\nthree\n'],
    ['a command first', '/exit\rthree\r', '/exit\nthree\n'],
    ['an empty line between', 'one\r\r/exit\r', 'one\n\n/exit\n'],
    ['an empty line in front', '\r/exit\r', '\n/exit\n'],
    ['letters of two units and tabs', 'a\t🍵\r你好\r', 'a\t🍵\n你好\n'],
  ])('makes one paste of several lines in one read: %s [G53]', async (_name, read, text) => {
    expect(await inputOf([read])).toEqual([paste(text)])
  })

  it.each([
    ['after a line end', ['one\r', '/exit\r', 'three\r']],
    ['before a line end', ['one', '\r/exit\rthree\r']],
    ['inside of a word', ['one\r/ex', 'it\rthree\r']],
    ['at each character', 'one\r/exit\rthree\r'.split('')],
  ])('makes one draft of a paste that comes in several reads, cut %s [G53]', async (_name, reads) => {
    const given = await inputOf(reads, { gapMs: 5 })
    expect(given.join('').replaceAll('\u001B[200~', '').replaceAll('\u001B[201~', '')).toBe('one\n/exit\nthree\n')
    expect(given).not.toContain('\r')
  })

  it('sends nothing of the end of a long paste that comes late [G53]', async () => {
    expect(await inputOf(['one\rtwo\r', '/exit\r'], { gapMs: 100 })).toEqual([paste('one\ntwo\n'), paste('/exit\n')])
  })

  it.each([
    ['a line typed fast', ['hi\r'], ['h', 'i', '\r']],
    ['a line and CRLF', ['hi\r\n'], ['h', 'i', '\r']],
    ['lines that a program writes one by one', ['a\r', 'b\r'], ['a', '\r', 'b', '\r']],
    ['Enter after a paste', ['a\rb', '\r'], [paste('a\nb'), '\r']],
    ['Enter alone, and Ctrl-J alone', ['\r', '\n'], ['\r', '\n']],
    ['Enter held down', ['\r\r\r'], ['\r', '\r', '\r']],
    ['text and Ctrl-J', ['a\n'], ['a', '\n']],
    ['Enter and then another key', ['a\r\u001B[A\u0003'], ['a', '\r', '\u001B[A', '\u0003']],
    ['a marked paste', ['a\r\u001B[200~b\r/exit\r\u001B[201~'], ['a', '\r', paste('b\r/exit\r')]],
  ])('leaves keys as they are: %s [G53]', async (_name, reads, keys) => {
    expect(await inputOf(reads)).toEqual(keys)
  })

  it('hands on keys that no line end is among at once, and other keys of a paste behind it [G53]', async () => {
    const given: string[] = []
    const bursts = new KeyBursts((data) => void given.push(data))
    for (const key of ['a', '\u001B[A']) bursts.push(key)
    await Promise.resolve()
    expect(given).toEqual(['a', '\u001B[A'])
    expect(await inputOf(['a\r\u001B[31mb\u0003'])).toEqual([paste('a\nb'), '\u001B[31m', '\u0003'])
  })

  it('takes a line feed for Enter in what was typed before the terminal was raw, and only there [G52]', async () => {
    expect(await inputOf(['hi\n', 'a\n'], { isCooked: true })).toEqual(['h', 'i', '\r', 'a', '\n'])
    expect(await inputOf(['hi\n\u001B[?62c'], { isCooked: true })).toEqual(['h', 'i', '\r', '\u001B[?62c'])
    expect(await inputOf(['hi\n\n'], { isCooked: true })).toEqual(['h', 'i', '\r', '\r'])
    expect(await inputOf(['one\n/exit\n'], { isCooked: true })).toEqual([paste('one\n/exit\n')])
  })
})
