/** Room for nearly every text that is copied: to make a buffer costs as much as the copy. */
const SCRATCH = Buffer.allocUnsafeSlow(4096)

/** The same text in memory of its own: a part of a text keeps the whole of it. */
export function ownCopy(text: string): string {
  // Bytes have no form for half a character, which YAML can escape.
  if (!text.isWellFormed()) return text
  // No UTF-16 unit takes more than three bytes.
  if (text.length * 3 > SCRATCH.length) return Buffer.from(text).toString()
  return SCRATCH.toString('utf8', 0, SCRATCH.write(text))
}
