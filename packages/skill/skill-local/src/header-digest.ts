import { hash } from 'node:crypto'

/**
 * Stands for the text of a header, in 32 characters of 8 bits each: no two texts of one digest can be found. A text with
 * half a character has no bytes of its own to take a digest of, and stands for itself.
 */
export function digestOf(headerText: string): string {
  return headerText.isWellFormed() ? hash('sha256', headerText, 'binary') : headerText
}
