import { hash } from 'node:crypto'

/** Stands for the text of a header, at a tenth of its size: no two texts of one digest can be found. */
export function digestOf(headerText: string): string {
  // Not as UTF-8: there all halves of a character are one and the same.
  return hash('sha256', Buffer.from(headerText, 'utf16le'), 'base64url')
}
