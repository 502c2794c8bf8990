import { visible } from '@deepseek-ai/dsh-tools'

// Clients draw text as Markdown. What stands here keeps text of others letter for letter: a person who permits a command
// has to see what runs.

/** What Markdown, or HTML in it, may draw as something else: marks anywhere, runs of blanks, what opens a line as a block. */
const ACTIVE =
  /[\\`*<>&[\]~$|#]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|[^\S\n]{2,}|^[^\S\n]|^[-+=]|^\d+[.)]|[^\S\n]$|(?<!\n)\n(?=[^\n])/mu

/** Text of several lines as a block of code, what hides in a line written out. The fence is longer than any in the text. */
export function codeBlock(text: string): string {
  const lines = text.split('\n').map((line) => line.split('\t').map(visible).join('\t'))
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}\n${lines.join('\n')}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** Text of several lines: as it is where Markdown leaves it alone, otherwise as a block of code. */
export function literal(text: string): string {
  return ACTIVE.test(text) ? codeBlock(text) : text
}

/** Text of one line: as it is where Markdown leaves it alone, otherwise as code within a line. */
export function literalLine(line: string): string {
  const shown = visible(line)
  if (!ACTIVE.test(shown)) return shown
  const fence = '`'.repeat(longestRun(shown) + 1)
  // A blank at each end is no part of such code.
  const pad = /^[ `]|[ `]$/.test(shown) ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}
