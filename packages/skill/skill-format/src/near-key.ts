import { splitKeys } from './split-keys.ts'

/** Shorter keys have too many neighbours among words. */
const TYPO_MIN_LENGTH = 6

/** A key of the header that is meant to be `wanted`, and is written otherwise: with capitals, say, or one letter off. */
export interface NearKey {
  readonly key: string
  /** Index in the header. */
  readonly at: number
}

/** Looks for it among the top-level keys. */
export function nearKey(source: string, wanted: string): NearKey | undefined {
  for (const { key, start } of splitKeys(source)) {
    const letters = lettersOf(key)
    if (key !== wanted && (letters === wanted || isTypo(letters, wanted))) return { key, at: start }
  }
  return undefined
}

/** In small letters of ASCII where there are such: neither marks nor blanks, seen or unseen. */
function lettersOf(key: string): string {
  return key
    .slice(0, 100)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Whether one letter is missing, too many, or another one. */
function isTypo(word: string, wanted: string): boolean {
  if (wanted.length < TYPO_MIN_LENGTH || Math.abs(word.length - wanted.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === wanted[start]) start += 1
  let end = 0
  while (end < word.length - start && end < wanted.length - start && word.at(-1 - end) === wanted.at(-1 - end)) end += 1
  return Math.max(word.length, wanted.length) - start - end <= 1
}
