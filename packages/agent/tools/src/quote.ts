const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** What could end a quotation, or pass for a tag. */
const AMBIGUOUS = /["\\<>]/

/** `text` on one line, with control and invisible characters as `\u{…}`: nothing hides in it. Everything else stays. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, codePoint)
}

/**
 * Foreign text inside a message: in double quotes, on one line, at most `maxLength` UTF-16 units between them, three
 * dots included where it is longer. Quotes, backslashes and angle brackets are escaped, too, so that it cannot pass for
 * anything but a quotation.
 */
export function quote(text: string, maxLength = 64): string {
  return `"${cut(text, maxLength, (character) => (AMBIGUOUS.test(character) ? codePoint(character) : visible(character)))}"`
}

/** Like `visible`, but at most `maxLength` UTF-16 units, three dots included. For reasons that others wrote. */
export function excerpt(text: string, maxLength = 200): string {
  return cut(text, maxLength, visible)
}

function cut(text: string, maxLength: number, escape: (character: string) => string): string {
  // Only a start of the text is looked at: it may be of any size, and escaping never makes it shorter.
  const pieces = Array.from(text.slice(0, maxLength + 1), escape)
  const whole = pieces.join('')
  if (text.length <= maxLength && whole.length <= maxLength) return whole
  let shown = ''
  for (const piece of pieces) {
    if (shown.length + piece.length > maxLength - 3) break
    shown += piece
  }
  return `${shown}...`
}

function codePoint(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`
}
