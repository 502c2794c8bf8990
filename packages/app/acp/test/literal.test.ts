import { expect, it } from 'vitest'
import { codeBlock, literal, literalLine } from '../src/literal.ts'

it.each([
  ['git status # <!--\ntouch made-it\n# -->', '```'],
  ['cat <<X\n```\nX', '````'],
  ['echo `````', '``````'],
  ['a\tb', '```'],
])('a block shows %j letter for letter, in a fence longer than any in it [G03]', (text, fence) => {
  expect(codeBlock(text)).toBe(`${fence}\n${text}\n${fence}`)
})

it('a block writes out what hides, and keeps the end of the last line [G03]', () => {
  expect(codeBlock('a\u200B\u001B[2J\r\n\u202Eb\n')).toBe('```\na\\u{200b}\\u{1b}[2J\\u{d}\n\\u{202e}b\n```')
  expect(codeBlock('')).toBe('```\n\n```')
})

it.each(['Read a_b.md, lines 1 to 3', 'Load skill tea', 'npm test: 3 of 4 (75 %) in /home/ann/it’s', 'One.\n\nTwo.'])(
  'what Markdown leaves alone stays as it is: %j [G03]',
  (text) => {
    expect(literal(text)).toBe(text)
    expect(literalLine(text.replaceAll('\n', ' ').replace('  ', ' '))).not.toContain('`')
  },
)

it.each([
  ['Run git status # <!--\\u{a}touch', '`Run git status # <!--\\u{a}touch`'],
  ['Run echo `a`', '`` Run echo `a` ``'],
  ['Run a *b* c', '`Run a *b* c`'],
  ['Read _a_', '`Read _a_`'],
  ['Run x  y', '`Run x  y`'],
  ['Run a &lt; b', '`Run a &lt; b`'],
  ['Run a\u200Bb', '`Run a\\u{200b}b`'],
  ['[click](http://x.example)', '`[click](http://x.example)`'],
])('a line %j is code within a line [G03]', (line, shown) => {
  expect(literalLine(line)).toBe(shown)
})

it.each(['# A', '- a', '1. a', 'a\nb', ' a', 'a\n---', 'a '])(
  'a text %j that Markdown would draw is a block [G03]',
  (text) => {
    expect(literal(text)).toBe(`\`\`\`\n${text}\n\`\`\``)
  },
)
