import { HEADER_MAX_BYTES } from '../src/index.ts'

/** As many repeats of `part` as a header holds; `%` in it becomes a number that counts up. */
function filledWith(part: string, before = ''): string {
  let text = before
  for (let index = 0; text.length + part.length + 8 < HEADER_MAX_BYTES - 16; index += 1)
    text += part.replace('%', String(index))
  return text
}

/** Lines each indented one more than the one before, as deep as a header allows. */
function staircase(depth: number): string {
  return Array.from({ length: Math.min(depth, 170) }, (_, level) => `${' '.repeat(level)}a:`).join('\n')
}

/** Shapes that nest, by their depth. Each begins on the first line of the header. */
export const NESTING: Readonly<Record<string, (depth: number) => string>> = {
  lists: (depth) => '['.repeat(depth),
  maps: (depth) => '{'.repeat(depth),
  'maps in maps': (depth) => '{a: '.repeat(Math.min(depth, 4000)),
  dashes: (depth) => '- '.repeat(Math.min(depth, 8000)),
  'question marks': (depth) => '? '.repeat(Math.min(depth, 8000)),
  staircase,
  'lists behind a quote': (depth) => `x: "\nname: x\ndescription: y\nmetadata: ${'['.repeat(depth)}`,
}

/** Headers that are as large as can be, and made to cost time or errors. */
export const FLOODS: Readonly<Record<string, string>> = {
  'short keys': filledWith('a%:\n'),
  'one key': filledWith('a: b\n'),
  'null keys': filledWith(': x\n'),
  'question marks': filledWith('?\n'),
  tags: filledWith('!a x\n'),
  'tagged values': filledWith('k%: !a x\n'),
  'tags on one value': filledWith('!a ', 'a: '),
  'anchors on one value': filledWith('&a ', 'a: '),
  aliases: filledWith('a%: *x\n'),
  'nested keys': filledWith('a%: b: c\n'),
  'reserved starts': filledWith('a%: @\n'),
  'two strings': filledWith('a%: "x" "y"\n'),
  quotes: filledWith('"'),
  'strings on one key': filledWith('"a" ', 'a: '),
  'closing brackets': filledWith(']'),
  'closing braces': filledWith('} '),
  commas: filledWith(',', 'a: ['),
  'pairs in a list': filledWith('a: b, ', 'a: ['),
  'broken lists': filledWith('a%: [b[c], d]\n'),
  'bad escapes': filledWith('\\u', 'a: "'),
  'escaped line ends': filledWith('\\\n', 'a: "'),
  'document ends': filledWith('...\n'),
  documents: filledWith('--- a\n'),
  directives: filledWith('%YAML 1.1\n'),
  'bad block marks': filledWith('a%: |x y\n'),
  'keys behind a quote': filledWith('a%: b\n', 'x: "\n'),
  'names behind a quote': filledWith('name: !b c\n', 'x: "\n'),
  'long keys': filledWith(`${'x'.repeat(1030)}%: v\n`),
  'comment signs': filledWith('#\n', 'a: ['),
  tabs: filledWith('\t\n'),
  spaces: filledWith(' '),
  colons: filledWith(': '),
  'bare carriage returns': filledWith('a%: b\r'),
  'control characters': filledWith('\u0002\n\u0018\u001f'),
  'half characters': filledWith('a%: "\\ud800"\n'),
}
