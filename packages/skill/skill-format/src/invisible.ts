const UNSEEN = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB`

/** Writing systems in which a joiner changes nothing that shows. */
const WITHOUT_JOINERS = ['Latin', 'Greek', 'Cyrillic', 'Han', 'Hiragana', 'Katakana', 'Hangul']
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('')

/** Where real text needs what does not show: one each, behind what it belongs to. In a row they can spell a message. */
const AT_WORK = [
  String.raw`[\t\n\r]`,
  String.raw`(?<=\p{Emoji})\uFE0F`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=(?![${WITHOUT_JOINERS}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}])[\u200C\u200D]`,
].join('|')

const INVISIBLE = new RegExp(`(?!${AT_WORK})[${UNSEEN}]`, 'gu')

/**
 * Counts characters that no reader sees: controls other than tab and line ends, and code points that Unicode has drawn as
 * nothing. The two joiners and the emoji selector count where they do nothing. `at` is the index of the first one.
 */
export function countInvisible(text: string): { readonly count: number; readonly at: number } {
  const at = text.search(INVISIBLE)
  return { count: at === -1 ? 0 : (text.match(INVISIBLE)?.length ?? 0), at }
}

/** Whether a reader sees anything at all of `text`. */
export function hasVisibleText(text: string): boolean {
  return new RegExp(String.raw`[^\s\u2800${UNSEEN}]`, 'u').test(text)
}
