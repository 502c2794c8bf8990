import { expect } from 'vitest'

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** How often each of our tags, opening or closing, stands in a text. */
export function countTags(text: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [tag] of text.matchAll(/<\/?[a-z_-]+/g)) counts[`${tag}>`] = (counts[`${tag}>`] ?? 0) + 1
  return counts
}

/** Reads a catalog back, as strictly as a machine would: one frame, one line a skill. */
export function parseCatalog(text: string): { name: string; description: string }[] {
  expect(countTags(text)).toEqual({
    '<system-reminder>': 1,
    '<available_skills>': 1,
    '</available_skills>': 1,
    '</system-reminder>': 1,
  })
  const list = text.slice(text.indexOf('<available_skills>\n') + 19, text.indexOf('\n</available_skills>\n'))
  return list.split('\n').map((line) => {
    const match = /^- `([a-z0-9-]+)`(?:: (.+))?$/.exec(line)
    if (match === null) expect.fail(`no entry: ${JSON.stringify(line)}`)
    const description = (match[2] ?? '').replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, entity: string) => ENTITIES[entity] ?? '',
    )
    return { name: match[1] ?? '', description }
  })
}
