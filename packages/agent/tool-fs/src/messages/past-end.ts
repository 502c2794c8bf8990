/** What the model reads when it asks for lines that are not there. */
export function pastEnd(offset: number, lineCount: number): string {
  return `The file has ${lineCount} ${lineCount === 1 ? 'line' : 'lines'}, so there is nothing at offset ${offset}. Call read with a smaller offset, or without one.`
}
