import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_CHARACTERS } from '../src/limits.ts'
import { pageOf, type PageOptions } from '../src/page.ts'

/** A page, its mark below it. */
function shown(text: string, options: PageOptions): { readonly content: string; readonly isError?: boolean } {
  const page = pageOf(text, options)
  if (!page.isShown) return { content: page.complaint, isError: true }
  if (page.mark === undefined) return { content: page.text }
  return { content: page.text + (page.text === '' || page.text.endsWith('\n') ? '' : '\n') + page.mark }
}

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

describe('pageOf', () => {
  it('shows a file that fits word for word and adds nothing', () => {
    for (const text of ['a', 'a\n', '\n', ' a\r\n\tb\r\n', '\n\n', 'a\n\nb', `${'x'.repeat(MAX_CHARACTERS)}`]) {
      expect(shown(text, {})).toEqual({ content: text })
      expect(shown(text, { offset: 1, limit: 5_000_000 })).toEqual({ content: text })
    }
  })

  it('says that an empty file is empty', () => {
    expect(shown('', {})).toEqual({ content: '[The file is empty.]' })
    expect(shown('', { limit: 3 })).toEqual({ content: '[The file is empty.]' })
  })

  it('shows the lines asked for and how to read on', () => {
    expect(shown('a\nb\nc\nd', { offset: 2, limit: 2 })).toEqual({
      content: 'b\nc\n[Lines 2 to 3 of 4. To read on, call read with offset 4.]',
    })
    expect(shown('a\nb\nc\nd', { offset: 3 })).toEqual({
      content: 'c\nd\n[Lines 3 to 4 of 4. This is the end of the file.]',
    })
    expect(shown('a\nb', { limit: 1 })).toEqual({
      content: 'a\n[Lines 1 to 1 of 2. To read on, call read with offset 2.]',
    })
  })

  it('shows 2,000 lines when no number is asked for', () => {
    expect(shown(numbered(2_000), {}).content).toBe(numbered(2_000))
    expect(shown(numbered(2_001), {}).content).toBe(
      `${numbered(2_000)}[Lines 1 to 2000 of 2001. To read on, call read with offset 2001.]`,
    )
  })

  it('refuses to start past the end', () => {
    expect(shown('a\nb\n', { offset: 3 })).toEqual({
      content:
        'The file has 2 lines, so there is nothing at offset 3. Call read with a smaller offset, or without one.',
      isError: true,
    })
    expect(shown('a', { offset: 2 }).content).toMatch(/^The file has 1 line, /)
    expect(shown('', { offset: 2 }).content).toMatch(/^The file has 0 lines, /)
  })

  it('ends with the last line that fits', () => {
    const half = `${'x'.repeat(MAX_CHARACTERS / 2 - 1)}\n`
    expect(shown(half + half, {}).content).toBe(half + half)
    expect(shown(`${half + half}y`, {}).content).toBe(
      `${half + half}[Lines 1 to 2 of 3. To read on, call read with offset 3.]`,
    )
    expect(shown(`${half}${half.trimEnd()}xx`, {}).content).toBe(
      `${half}[Lines 1 to 1 of 2. To read on, call read with offset 2.]`,
    )
  })

  it('cuts a line that is too long by itself, between characters, and says so', () => {
    const long = 'x'.repeat(MAX_CHARACTERS - 1)
    expect(shown(`a\n${long}🙂🙂\nb`, { offset: 2 }).content).toBe(
      `${long}\n[Line 2 of 3 is cut here: it has ${MAX_CHARACTERS + 4} characters, and read shows ${MAX_CHARACTERS} at most. To go on after it, call read with offset 3.]`,
    )
    expect(shown(`${long}🙂`, {}).content).toBe(
      `${long}\n[Line 1 of 1 is cut here: it has ${MAX_CHARACTERS + 1} characters, and read shows ${MAX_CHARACTERS} at most.]`,
    )
  })

  it('gives the whole file, page after page, for any text and any size of page', () => {
    const text = fc.array(fc.oneof(fc.constantFrom('\n', '\r\n', '🙂'), fc.string({ maxLength: 3 })), { minLength: 1 })
    fc.assert(
      fc.property(
        text.map((parts) => parts.join('')),
        fc.integer({ min: 1, max: 5 }),
        (file, limit) => {
          fc.pre(file !== '')
          let read = ''
          for (let offset: number | undefined = 1; offset !== undefined;) {
            const { content, isError } = shown(file, { offset, limit })
            expect(isError).toBeUndefined()
            const mark =
              /\n\[Lines \d+ to \d+ of \d+\. (?:To read on, call read with offset (\d+)\.|This is the end of the file\.)\]$/.exec(
                content,
              )
            read += mark === null ? content : content.slice(0, mark.index + 1)
            offset = mark?.[1] === undefined ? undefined : Number(mark[1])
          }
          expect([file, `${file}\n`]).toContain(read)
        },
      ),
    )
  })
})
