import { describe, expect, it } from 'vitest'
import { parseHeader } from '../src/index.ts'
import { fileWith, outcome, path, read } from './read.ts'

const GOOD = '---\nname: good\ndescription: A good skill.\n---\n'

describe('the lines around a header', () => {
  it('may have blanks behind them, and an empty body is a warning [F13]', () => {
    expect(outcome('--- \nname: a\ndescription: One.\n---\t\nDo it.')).toEqual(['One.'])
    expect(outcome('---\nname: b\ndescription: Two.\n---')).toEqual(['Two.', 'warning body-empty 4:4'])
  })

  it('are exactly three dashes at the start of a line [B8]', () => {
    expect(outcome('----\nname: a\ndescription: One.\n---\nx')).toEqual(['none', 'error header-missing 1:1'])
    expect(outcome('--- a\nname: a\ndescription: One.\n---\nx')).toEqual(['none', 'error header-missing 1:1'])
    expect(outcome(' ---\nname: a\ndescription: One.\n---\nx')).toEqual(['refused', 'error header-not-first 1:2'])
    expect(outcome('<!-- a -->---\nname: a\n---\n')).toEqual(['refused', 'error header-not-first 1:11'])
    expect(outcome('---\nname: a\ndescription: One.\n----\n ---\n---x\n')).toEqual([
      'refused',
      'error header-unclosed 1:1',
    ])
  })

  it('close a header inside a block scalar only when they are not indented [B8]', () => {
    expect(read('---\nname: a\ndescription: |\n  One\n  ---\n  two\n---\nBody')).toMatchObject({
      header: { description: 'One\n---\ntwo' },
      content: 'Body',
    })
    expect(read('---\nname: a\ndescription: |\n  One\n---\n  two\n---\nBody')).toMatchObject({
      header: { description: 'One' },
      content: '  two\n---\nBody',
    })
  })

  it('are looked for in linear time, also in a megabyte without a line end [B8] [B9]', () => {
    const megabyte = 1024 * 1024
    for (const tail of ['x', ' ', '\n----', '\n --- ', '--- ', '<!--', '\t', '\r'].map((part) =>
      part.repeat(megabyte / part.length),
    )) {
      expect(outcome(`---\nname: a\ndescription: One.\n----${tail}`)).toEqual(['refused', 'error header-too-large 1:1'])
      expect(outcome(`<!--${tail}`)).toEqual(['none', 'error header-missing 1:1'])
    }
  })

  it('that are never closed make no skill, and no body becomes keys [F11]', () => {
    const result = read('---\nname: half\ndescription: No end\n\n# Steps\n1. Do it')
    expect(result).toMatchObject({
      kind: 'refused',
      problems: [{ message: 'The header opened on line 1 is never closed.' }],
    })
    expect(outcome('---\nname: half\ndescription: some text.---\n')).toEqual(['refused', 'error header-unclosed 1:1'])
    expect(outcome('---')).toEqual(['refused', 'error header-unclosed 1:1'])
    expect(outcome('<!-- a -->\n\n---\n')).toEqual(['refused', 'error header-unclosed 3:1'])
  })

  it('that stand further down belong to the body [F10]', () => {
    const body = '# Steps\n\n---\n\n---\n```yaml\n---\nname: other\n---\n```\n---'
    expect(read(`${GOOD}${body}`)).toMatchObject({ kind: 'skill', content: body, problems: [] })
    const result = read('# Guide\n\n---\n\nSome text.\n\n---\n\nMore.')
    expect(result).toMatchObject({ kind: 'none', problems: [{ code: 'header-missing' }] })
    expect(result.problems[0]?.message).toBe('The file has no frontmatter (found text on line 1).')
  })
})

describe('what may stand in front of a header', () => {
  it('is a byte-order mark, blank lines and HTML comments [F12]', () => {
    for (const before of [
      '<!-- note -->\n',
      '\n\n',
      ' \t\n',
      '\uFEFF<!-- note -->\n',
      '<!-- one\ntwo\n---\nthree -->\n\n<!-- four --> <!-- five -->  \n',
      '<!-->\n',
      '\r\n<!-- note -->\r\n',
    ]) {
      expect(outcome(`${before}${GOOD}x`)).toEqual(['A good skill.'])
    }
  })

  it('is no text: then the header must come first [F12]', () => {
    const result = read(`# Title\n${GOOD}x`)
    expect(result).toMatchObject({ kind: 'refused', problems: [{ code: 'header-not-first', line: 1 }] })
    expect(result.problems[0]?.message).toContain('the header must come first (found text on line 1)')
    expect(outcome(`<!-- a -->\n\ntext\n${GOOD}x`)).toEqual(['refused', 'error header-not-first 3:1'])
  })

  it('is no comment without an end [F12]', () => {
    expect(read(`<!-- a\n${GOOD}x`).problems[0]?.message).toContain('the comment opened on line 1 is never closed')
  })

  it('a header in a code sample of a document is no header [F26]', () => {
    expect(outcome('# How to\n\n```yaml\n---\nname: x\ndescription: y\n---\n```\n')).toEqual([
      'none',
      'error header-missing 1:1',
    ])
  })

  it('headerless files are documents, not broken skills [F26]', () => {
    for (const text of ['# Changelog\n\n- x\n', 'MIT License\n', '', '\n\n', '<!-- only a comment -->']) {
      expect(read(text).kind).toBe('none')
    }
    expect(outcome('---\nname: notes\n---\nx')).toEqual(['refused', 'error description-missing 1:1'])
  })

  it('a link that was checked out as text is recognised', () => {
    expect(read('../../shared/pdf/SKILL.md').problems[0]?.message).toContain('nothing but a path')
    expect(read('../../shared/pdf/SKILL.md and more').problems[0]?.message).toContain('found text on line 1')
  })
})

describe('line ends and encodings', () => {
  it('a byte-order mark in front changes nothing, one in the body stays [F07] [A8]', () => {
    const plain = read(`${GOOD}\nDo \uFEFFit.\n`)
    expect(read(`\uFEFF${GOOD}\nDo \uFEFFit.\n`)).toEqual(plain)
    expect(plain).toMatchObject({ content: 'Do \uFEFFit.', problems: [{ code: 'invisible-characters' }] })
  })

  it('LF, CRLF and a mix of them give the same skill, bodies keep theirs [F08] [A8]', () => {
    const header = '---\nname: a\ndescription: >-\n  One\n  two\nmetadata:\n  text: |\n    x\n    y\n---\n'
    const crlf = header.replaceAll('\n', '\r\n')
    const expected = { name: 'a', description: 'One two', disableModelInvocation: false, metadata: { text: 'x\ny\n' } }
    for (const [text, content] of [
      [`${header}\nA\nB\n`, 'A\nB'],
      [`${crlf}\r\nA\r\nB\r\n`, 'A\r\nB'],
      [`${crlf}\nA\nB\n`, 'A\nB'],
      [`${header}\r\nA\r\nB\r\n`, 'A\r\nB'],
    ] as const) {
      expect(read(text)).toEqual({ kind: 'skill', header: expected, content, problems: [] })
    }
  })

  it('a file with bare carriage returns is read, its lines are counted, its body stays [A8]', () => {
    const text = '<!-- a -->\r---\rname: a\rdescription: |\r  One\r  two\rlicense: a: b\r---\r\rA\rB\r'
    expect(outcome(text)).toEqual(['refused', 'error yaml-syntax 7:11'])
    expect(read(text, 'repair')).toMatchObject({ header: { name: 'a', description: 'One\ntwo' }, content: 'A\rB' })
  })

  it('a bare carriage return in another file is a character of its line [A8]', () => {
    expect(read(fileWith('name: a\ndescription: One\rtwo'))).toMatchObject({ header: { description: 'One\rtwo' } })
  })

  it('bytes that are not UTF-8 in a header refuse the file, and name the byte [F14] [A7]', () => {
    for (const text of ['', '---\nname: legacy\ndescription: ']) {
      const head = { text, isComplete: false, invalidByte: text.length }
      const result = parseHeader(head, { path })
      expect(result).toMatchObject({ kind: 'refused', problems: [{ code: 'file-not-utf8' }] })
      expect(result).toMatchObject({ problems: [{ message: `The file is not UTF-8 (byte ${text.length}).` }] })
    }
    // Text without any header stays a document; as a declared skill it says what is wrong.
    const result = parseHeader({ text: '# Notes\n', isComplete: true, invalidByte: 8 }, { path })
    expect(result).toMatchObject({ kind: 'none', problems: [{ code: 'file-not-utf8' }, { code: 'header-missing' }] })
  })

  it('a byte that is not UTF-8 in the body is no business of the header, and refuses the load [A7]', () => {
    const file = { text: `${GOOD}Do `, isComplete: true, invalidByte: 51 }
    expect(parseHeader(file, { path })).toMatchObject({ kind: 'header', problems: [] })
  })

  it('NUL means binary, in the header or in front of it [A8]', () => {
    for (const text of [
      '---\nname: a\0\ndescription: x\n---\n',
      '<!-- \0 -->\n---\nname: a\ndescription: x\n---\n',
      '-\0-\0-\0\n\0n\0a\0',
      '---\nname: a\0',
      '<!-- \0',
    ]) {
      expect(outcome(text)).toEqual(['refused', 'error file-binary'])
    }
  })
})
