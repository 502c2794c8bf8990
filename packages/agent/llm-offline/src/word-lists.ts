import { EVERYDAY_WORDS } from './everyday-words.ts'
import { REQUEST_WORDS, TASK_WORDS } from './request-words.ts'
import { cutInflection, fold, type WordLists } from './words.ts'

/** Reads the stop words of all languages and our own lists. Takes a few milliseconds: for the first request, not for start-up. */
export async function loadWordLists(): Promise<WordLists> {
  const { default: stopWords } = await import('stopwords-iso/stopwords-iso.json', { with: { type: 'json' } })
  const stop = new Set(Object.values(stopWords).flat().map(fold))
  for (const word of listed(TASK_WORDS)) stop.delete(word)
  return { stop, request: terms(REQUEST_WORDS), everyday: terms(EVERYDAY_WORDS) }
}

function terms(words: string): ReadonlySet<string> {
  return new Set(listed(words).map(cutInflection))
}

function listed(words: string): readonly string[] {
  return words.trim().split(/\s+/).map(fold)
}
