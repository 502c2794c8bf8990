const INVISIBLE = /(?!\t|\n|\r|\u200C|\u200D|\uFE0F)[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Counts characters that no reader sees: controls other than tab and line ends, and Unicode's default-ignorable
 * code points other than the two joiners and the emoji selector. `at` is the index of the first one.
 */
export function countInvisible(text: string): { readonly count: number; readonly at: number } {
  const at = text.search(INVISIBLE)
  return { count: at === -1 ? 0 : (text.match(INVISIBLE)?.length ?? 0), at }
}

/** Whether a reader sees anything at all of `text`. */
export function hasVisibleText(text: string): boolean {
  return /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text)
}
