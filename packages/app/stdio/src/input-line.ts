/** One line of the input, without its end. `number` counts from 1. */
export type InputLine =
  | { readonly kind: 'text'; readonly number: number; readonly text: string }
  | { readonly kind: 'too-long' | 'not-utf8'; readonly number: number }

export function isBlank(line: InputLine): boolean {
  return line.kind === 'text' && line.text.trim() === ''
}

/** What is wrong with a line that is no text, and what to do. */
export function faultOf(kind: Exclude<InputLine['kind'], 'text'>): string {
  switch (kind) {
    case 'too-long':
      return 'longer than 16 MiB, so it was not sent (put the text into a file and name the file)'
    case 'not-utf8':
      return 'not UTF-8, so it was not sent (convert the input, for example with iconv)'
  }
}
