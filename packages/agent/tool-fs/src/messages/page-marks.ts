/** What stands for a file that holds nothing. */
export function emptyFile(): string {
  return '[The file is empty.]'
}

/** Under a part of a file: which one, and how to read on. */
export function somePart(first: number, last: number, lineCount: number): string {
  const rest = last < lineCount ? `To read on, call read with offset ${last + 1}.` : 'This is the end of the file.'
  return `[Lines ${first} to ${last} of ${lineCount}. ${rest}]`
}

/** Under the start of a line that is too long to be shown whole. */
export function longLine(line: number, lineCount: number, length: number, shown: number): string {
  const rest = line < lineCount ? ` To go on after it, call read with offset ${line + 1}.` : ''
  return `[Line ${line} of ${lineCount} is cut here: it has ${length} characters, and read shows ${shown} at most.${rest}]`
}
