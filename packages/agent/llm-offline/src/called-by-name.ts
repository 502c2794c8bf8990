import type { CatalogEntry } from './catalog.ts'

const NAME = /[a-z0-9]+(?:-[a-z0-9]+)*/g
const PART_OF_A_WORD = /[\p{Script=Latin}\p{N}_/-]/u
const QUOTE = /["'`“”„«»「」]/
const SKILL_BEFORE = /(?:skill|技能)[\s:：]*$/i
const USE_BEFORE = /(?:\bthe|\buse|\brun|\bload|\bden|\bdas|\bnutze|用|运行)\s*$/i
const SKILL_AFTER = /^[\s-]*(?:skill|技能)/i

/**
 * The first skill that the words call by its name. A name of several parts (`ship-notes`) is enough; one that is a
 * single word must be quoted or called a skill: "the good skill", "skill good", "`good`".
 */
export function calledByName(words: string, catalog: readonly CatalogEntry[]): CatalogEntry | undefined {
  const byName = new Map(catalog.map((entry) => [entry.name, entry]))
  const text = words.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const entry = byName.get(name)
    if (entry !== undefined && isCalled(text, index, name)) return entry
  }
  return undefined
}

function isCalled(text: string, start: number, name: string): boolean {
  const end = start + name.length
  const [before, after] = [text.slice(Math.max(0, start - 20), start), text.slice(end, end + 20)]
  if (PART_OF_A_WORD.test(before.slice(-1)) || PART_OF_A_WORD.test(after.slice(0, 1))) return false
  if (/^\.\w/.test(after)) return false // A file or a host, not a name.
  if (name.includes('-') || SKILL_BEFORE.test(before)) return true
  if (QUOTE.test(before.slice(-1)) && QUOTE.test(after.slice(0, 1))) return true
  return USE_BEFORE.test(before) && SKILL_AFTER.test(after)
}
