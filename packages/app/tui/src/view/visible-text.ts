// C0 and C1 controls, DEL, line and paragraph separators, bidirectional marks, and all that is invisible by default,
// without the joiners and the emoji selector that real text needs.
const UNSAFE = /(?!\n|\u{200C}|\u{200D}|\u{FE0F})[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu

const TAB = '    '

const escapeOf = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`

/**
 * Foreign text as a terminal may show it: whatever could steer the terminal or hide is written out. Line breaks stay,
 * tabs become four spaces, since a tab has no width of its own.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\t', TAB).replace(UNSAFE, escapeOf)
}

/** Like `visibleText`, in one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', '\\n')
}

/** `text` without what `visibleText` would write out: for places where each character has its column already. */
export function withoutUnsafe(text: string): string {
  return text.replace(UNSAFE, '')
}
