// C0 and C1 controls, DEL, line and paragraph separators, bidirectional marks, and all that is invisible by default,
// without the joiners and the emoji selector that real text needs.
const UNSAFE =
  /(?!\t|\n|\u{200C}|\u{200D}|\u{FE0F})[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu

const escapeOf = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`

/** `text` as a terminal may show it: whatever could steer the terminal or hide is written out. Line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(UNSAFE, escapeOf)
}

/**
 * `text` as a pipe or a file gets it: control characters are written out, since whatever reads it may hand it to a terminal.
 * Tabs and line ends stay, and so does all that has a place in real text.
 */
export function pipedText(text: string): string {
  return text.replace(/(?!\t|\n|\r\n)\p{Cc}/gu, escapeOf)
}

/** Like `visibleText`, in one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

/** JSON that any reader may show, still JSON of the same value: what `JSON.stringify` leaves raw inside texts is escaped. */
export function visibleJson(json: string): string {
  return json.replace(UNSAFE, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
    }).join(''),
  )
}

/** `text` without what `visibleText` writes out: for places where each character has its column already. */
export function withoutUnsafe(text: string): string {
  return text.replace(UNSAFE, '').replaceAll('\t', ' ')
}
