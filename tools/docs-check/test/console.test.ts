import { describe, expect, it } from 'vitest'
import { isAsShown, readConsole } from '../console.ts'

it('reads commands, their further lines, and what each prints', () => {
  expect(readConsole('$ cat > a <<E\n> text\n> E\n$ cat a\ntext\n\n> no command\n')).toEqual([
    { command: 'cat > a <<E\ntext\nE', output: '' },
    { command: 'cat a', output: 'text\n\n> no command\n' },
  ])
})

it('does not read a block that starts with something else', () => {
  expect(() => readConsole('ls\n')).toThrow('"$ command"')
})

describe('what is shown against what is printed', () => {
  it.each([
    { printed: 'a\nb  \n\n', shown: 'a\nb\n' },
    { printed: 'a\nb\nc\n', shown: 'a\n…\nc\n' },
    { printed: 'a\nc\n', shown: 'a\n…\nc\n' },
    { printed: 'a\nb\nc\n', shown: 'a\n…\n' },
    { printed: 'session 2026-x in /home\n', shown: 'session … in /home\n' },
    { printed: 'a-b-a-c\n', shown: 'a…a…c\n' },
    { printed: '', shown: '' },
  ])('agrees: $shown', ({ printed, shown }) => expect(isAsShown(printed, shown)).toBe(true))

  it.each([
    { printed: 'a\nb\n', shown: 'a\n' },
    { printed: 'a\n', shown: 'a\nb\n' },
    { printed: 'a\nb\nc\n', shown: 'a\n…\nd\n' },
    { printed: 'a b', shown: 'a  b' },
    { printed: 'ab', shown: 'ab…b' },
    { printed: 'axb', shown: 'a…y…b' },
    { printed: 'a', shown: '' },
  ])('disagrees: $printed, $shown', ({ printed, shown }) => expect(isAsShown(printed, shown)).toBe(false))
})
