import type { InputLine } from '@deepseek-ai/dsh-host-kit'

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
