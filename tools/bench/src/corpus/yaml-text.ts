/** How a text value is written in a header. */
export type TextStyle = 'plain' | 'double' | 'single' | 'folded' | 'literal'

const BLOCK_WIDTH = 76

/** `key: text` in the given style, line end included. A plain text must be safe as it is; block styles fold at blanks. */
export function textLine(key: string, text: string, style: TextStyle): string {
  switch (style) {
    case 'plain':
      return `${key}: ${text}\n`
    case 'double':
      return `${key}: ${JSON.stringify(text)}\n`
    case 'single':
      return `${key}: '${text.replaceAll("'", "''")}'\n`
    case 'folded':
      return `${key}: >-\n${indented(text)}`
    case 'literal':
      return `${key}: |-\n${indented(text)}`
  }
}

/** The value that a YAML reader finds for `text` in this style: a literal block keeps the line breaks that it was given. */
export function textValue(text: string, style: TextStyle): string {
  return style === 'literal' ? blockLines(text).join('\n') : text
}

function indented(text: string): string {
  return blockLines(text)
    .map((line) => `  ${line}\n`)
    .join('')
}

function blockLines(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= BLOCK_WIDTH) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? word : ` ${word}`
  }
  return [...lines, line]
}
