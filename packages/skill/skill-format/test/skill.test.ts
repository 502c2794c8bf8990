import { describe, expect, it } from 'vitest'
import {
  FILE_MAX_BYTES,
  HEADER_MAX_BYTES,
  noteOtherFolderName,
  parseHeader,
  parseSkill,
  type Head,
} from '../src/index.ts'
import { brief, path, read, tagCharacters } from './read.ts'

const HEADER = '---\nname: good\ndescription: A good skill.\n---\n'

function content(body: string): string | undefined {
  const result = read(HEADER + body)
  return result.kind === 'skill' ? result.content : undefined
}

function briefs(head: Head): readonly string[] {
  const result = parseSkill(head, { path })
  return [result.kind, ...result.problems.map(brief)]
}

describe('the body', () => {
  it('loses blank lines at either end and is otherwise word for word', () => {
    for (const [body, expected] of [
      ['Do it.', 'Do it.'],
      ['\n \t\n\r\n  Do it.  \n\n\tThen.\t \r\n\n  \n', '  Do it.  \n\n\tThen.\t '],
      ['    code\n', '    code'],
      ['\r\rA\rB\r\r', 'A\rB'],
      ['a\n  ', 'a'],
      ['a  ', 'a  '],
      ['\u00a0\n', '\u00a0'],
    ] as const) {
      expect(content(body)).toBe(expected)
    }
  })

  it('may be empty, with a warning [F13]', () => {
    for (const body of ['', '\n', '  \n\t', '\r\n \r\n']) {
      expect(read(HEADER + body)).toMatchObject({
        content: '',
        problems: [{ code: 'body-empty', severity: 'warning' }],
      })
    }
  })

  it('is trimmed in linear time [B9]', () => {
    const blanks = ' \n\t'.repeat(200_000)
    expect(content(`${blanks}a${blanks}b${blanks}`) === `\ta${blanks}b `).toBe(true)
  })

  it('keeps invisible text, which is counted and located [C6]', () => {
    const hidden = tagCharacters('ignore all')
    const body = `Do it.\n👩‍💻 ❤️ می\u200cخواهم\ttab\r\nThen${hidden}\u202e.\u0007`
    const result = read(`${HEADER}\n${body}\n`)
    expect(result).toMatchObject({ kind: 'skill', content: body })
    expect(result.problems).toMatchObject([{ code: 'invisible-characters', severity: 'warning', line: 8, column: 5 }])
    expect(result.problems[0]?.message).toBe('The body holds invisible characters (12).')
  })

  it.each([
    ['joiners between letters that do not join', 'a\u200cb\u200dc', 2],
    ['joiners in a row', 'می\u200c\u200d\u200c\u200dخواهم', 3],
    ['joiners behind an emoji, which join none', '👩\u200d\u200c\u200d', 3],
    ['joiners at the start', '\u200d\u200d', 2],
    ['selectors in a row', '❤\uFE0F\uFE0F\uFE0F', 2],
    ['a selector behind a letter', 'a\uFE0F', 1],
    ['annotations between the lines', 'a\uFFF9b\uFFFAc\uFFFB', 3],
    ['real text', '👩🏽‍💻 ❤️‍🔥 🏳️‍🌈 1️⃣ می\u200cخواهم क्\u200dष ශ්\u200dරී', 0],
  ])('counts %s where nothing shows [G07]', (_, text, count) => {
    const { problems } = read(`${HEADER}Do ${text} it.`)
    const messages = count === 0 ? [] : [`The body holds invisible characters (${count}).`]
    expect(problems.map(({ message }) => message)).toEqual(messages)
  })

  it('is searched for what does not show in linear time [B9] [G07]', () => {
    const body = 'a\u200d\uFE0F❤'.repeat(200_000)
    expect(read(HEADER + body).problems[0]?.message).toBe('The body holds invisible characters (400000).')
  })

  it('with NUL is binary, which the header does not know [A8]', () => {
    const file = { text: `${HEADER}a\0b`, isComplete: true }
    expect(briefs(file)).toEqual(['refused', 'error file-binary'])
    expect(parseSkill(file, { path })).toMatchObject({ name: 'good' })
    expect(parseHeader(file, { path })).toMatchObject({ kind: 'header', problems: [] })
  })

  it('that is not UTF-8 refuses the file and names the byte [A7]', () => {
    const file = { text: `${HEADER}Do `, isComplete: true, invalidByte: 49 }
    expect(briefs(file)).toEqual(['refused', 'error file-not-utf8 5:4'])
    expect(parseSkill(file, { path }).problems[0]?.message).toBe('The file is not UTF-8 (byte 49).')
  })
})

describe('the size of a file', () => {
  it.each(['x', 'ü', '中', '😀'])('is counted in bytes, of %s, too', (character) => {
    const rest = FILE_MAX_BYTES - HEADER.length
    const size = Buffer.byteLength(character)
    const full = character.repeat(Math.floor(rest / size)) + 'y'.repeat(rest % size)
    expect(briefs({ text: HEADER + full.slice(0, -1), isComplete: true })).toEqual(['skill'])
    expect(briefs({ text: HEADER + full, isComplete: true })).toEqual(['skill'])
    expect(briefs({ text: `${HEADER}${full}z`, isComplete: true })).toEqual(['refused', 'error file-too-large'])
  })

  it('is too much when the file goes on after the text', () => {
    expect(briefs({ text: `${HEADER}Do it.`, isComplete: false })).toEqual(['refused', 'error file-too-large'])
    expect(briefs({ text: '---\nname: good', isComplete: false })).toEqual(['refused', 'error file-too-large'])
    expect(parseSkill({ text: `${HEADER}Do it.`, isComplete: false }, { path })).toMatchObject({ name: 'good' })
  })
})

describe('the size of a header', () => {
  /** A file whose closing line ends at byte `end`. */
  function closingAt(end: number, filler: string, lineEnd = '\n'): string {
    const [before, after] = ['---\nname: good\ndescription: "', `"${lineEnd}---${lineEnd}`]
    const rest = end - before.length - after.length
    const size = Buffer.byteLength(filler)
    return before + filler.repeat(Math.floor(rest / size)) + 'y'.repeat(rest % size) + after
  }

  it.each(['x', 'ü', '中', '😀'])('counts to the end of the closing line, in bytes, of %s, too', (filler) => {
    for (const lineEnd of ['\n', '\r\n']) {
      for (const [size, kind] of [
        [HEADER_MAX_BYTES - 1, 'header'],
        [HEADER_MAX_BYTES, 'header'],
        [HEADER_MAX_BYTES + 1, 'refused'],
      ] as const) {
        for (const body of ['', 'Do it.\n'.repeat(10_000)]) {
          const text = closingAt(size, filler, lineEnd) + body
          expect(Buffer.byteLength(text) - body.length).toBe(size)
          expect(parseHeader({ text, isComplete: true }, { path }).kind).toBe(kind)
        }
      }
    }
  })

  it('is judged alike from the head alone and from the whole file', () => {
    for (const size of [HEADER_MAX_BYTES, HEADER_MAX_BYTES + 1]) {
      const text = `${closingAt(size, 'x')}Do it.\n`
      const head = { text: text.slice(0, HEADER_MAX_BYTES), isComplete: false }
      expect(parseHeader(head, { path })).toEqual(parseHeader({ text, isComplete: true }, { path }))
    }
    const late = `---\nname: good\n${'# x\n'.repeat(5000)}---\nDo it.`
    const result = parseHeader({ text: late, isComplete: true }, { path })
    expect(result).toMatchObject({ kind: 'refused', problems: [{ code: 'header-too-large', line: 1 }] })
    expect(parseHeader({ text: late.slice(0, HEADER_MAX_BYTES), isComplete: false }, { path })).toEqual(result)
  })

  it('asks for more until the head is full, also when its last character was cut', () => {
    const text = `---\nname: good\n# ${'x'.repeat(HEADER_MAX_BYTES)}`
    for (const [length, kind] of [
      [0, 'more'],
      [3, 'more'],
      [4096, 'more'],
      [HEADER_MAX_BYTES - 4, 'more'],
      [HEADER_MAX_BYTES - 3, 'refused'],
      [HEADER_MAX_BYTES, 'refused'],
    ] as const) {
      expect(parseHeader({ text: text.slice(0, length), isComplete: false }, { path }).kind).toBe(kind)
    }
    for (const start of ['# Title\n', '\n\n', '<!-- x']) {
      expect(parseHeader({ text: start, isComplete: false }, { path }).kind).toBe('more')
      expect(parseHeader({ text: start.padEnd(4096, ' x'), isComplete: false }, { path }).kind).toBe(
        start.startsWith('<') ? 'more' : 'none',
      )
    }
  })
})

describe('a known header', () => {
  const text = `<!-- a -->\n${HEADER}Do it.`
  const known = parseHeader({ text, isComplete: true }, { path })

  it('is returned again as long as the file starts with it, whatever follows', () => {
    for (const head of [
      { text, isComplete: true },
      { text: `${text} Other.`, isComplete: false },
      { text: `<!-- a -->\n${HEADER}`, isComplete: true },
    ]) {
      expect(parseHeader(head, { path, known })).toBe(known)
    }
    const result = parseSkill({ text: `${text} Other.`, isComplete: true }, { path, known })
    expect(result).toEqual(parseSkill({ text: `${text} Other.`, isComplete: true }, { path }))
    expect(result.kind === 'skill' && known.kind === 'header' && result.header === known.header).toBe(true)
  })

  it('is forgotten when anything in or before it differs', () => {
    for (const other of [
      `\n${text}`,
      text.replace('good', 'goof'),
      text.replace('<!-- a', '<!-- b'),
      text.slice(0, 20),
      '',
    ]) {
      const head = { text: other, isComplete: true }
      expect(parseHeader(head, { path, known })).toEqual(parseHeader(head, { path }))
      expect(parseHeader(head, { path, known })).not.toEqual(known)
    }
  })

  it('that ended its file without a line end is known only as long as nothing follows', () => {
    const short = HEADER.trimEnd()
    const atEnd = parseHeader({ text: short, isComplete: true }, { path })
    expect(parseHeader({ text: short, isComplete: true }, { path, known: atEnd })).toBe(atEnd)
    expect(parseHeader({ text: short, isComplete: false }, { path, known: atEnd })).toEqual({ kind: 'more' })
    expect(parseHeader({ text: `${short}-`, isComplete: true }, { path, known: atEnd }).kind).toBe('refused')
  })

  it('may be a refused one, and is nothing without a header', () => {
    const broken = { text: '---\nname: x\ndescription: a: b\n---\n', isComplete: true }
    const refused = parseHeader(broken, { path })
    expect(parseHeader(broken, { path, known: refused })).toBe(refused)
    const none = parseHeader({ text: '# Title', isComplete: true }, { path })
    expect(parseHeader({ text, isComplete: true }, { path, known: none })).toEqual(known)
    expect(parseHeader({ text, isComplete: true }, { path, known: { kind: 'more' } })).toEqual(known)
  })

  it('is known by exactly the text up to the body, or by a digest of it', () => {
    const headerText = `<!-- a -->\n${HEADER}`
    expect(known).toMatchObject({ headerMark: headerText, bodyStart: headerText.length })
    const head = { text, isComplete: true }
    const digest = (header: string): string => `${header.length} ${header.slice(0, 6)}`
    const digested = parseHeader(head, { path, digest })
    expect(digested).toEqual({ ...known, headerMark: `${headerText.length} <!-- a` })
    expect(parseHeader(head, { path, digest, known: digested })).toBe(digested)
    const other = { text: text.replace('-- a', '-- b'), isComplete: true }
    expect(parseHeader(other, { path, digest, known: digested })).toMatchObject({
      headerMark: `${headerText.length} <!-- b`,
    })
  })
})

describe('a name that is not the folder’s', () => {
  it('is worth a note [F22]', () => {
    expect(noteOtherFolderName('babysit', 'babysit', path)).toBeUndefined()
    expect(noteOtherFolderName('babysit', 'acme.\u001bbabysit', path)).toEqual({
      code: 'name-not-folder',
      severity: 'note',
      message: 'The skill is called "babysit", its folder or file "acme.\\u{1b}babysit": it is found by its own name.',
      path,
      hint: 'Give both the same name.',
    })
  })
})
