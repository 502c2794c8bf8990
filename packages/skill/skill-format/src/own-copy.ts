/** The same text in memory of its own: a part of a text keeps the whole of it. */
export function ownCopy(text: string): string {
  // Bytes have no form for half a character, which YAML can escape.
  return text.isWellFormed() ? Buffer.from(text).toString() : text
}
