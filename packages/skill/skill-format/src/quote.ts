/** Controls, line and paragraph separators, invisible characters, halves of surrogate pairs: a message shows them as escapes. */
const ESCAPED = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Most characters of a file that a message quotes, escapes included. */
const QUOTE_MAX_LENGTH = 64

/** Most characters of a foreign sentence that a message passes on, escapes included. */
const SENTENCE_MAX_LENGTH = 200

/** `text` on one line with nothing invisible in it, cut to `maxLength` UTF-16 units; a cut shows as `…`. */
export function escapeText(text: string, maxLength = SENTENCE_MAX_LENGTH): string {
  if (text.length <= maxLength && !ESCAPED.test(text)) return text
  let escaped = ''
  for (const character of text) {
    const piece = ESCAPED.test(character) ? `\\u{${character.codePointAt(0)?.toString(16)}}` : character
    if (escaped.length + piece.length > maxLength) return `${escaped}…`
    escaped += piece
  }
  return escaped
}

/** A part of a file, as a message quotes it. */
export function quote(text: string): string {
  return `"${escapeText(text, QUOTE_MAX_LENGTH)}"`
}
