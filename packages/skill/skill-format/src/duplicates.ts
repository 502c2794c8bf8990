import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml'
import type { Finding } from './problem-list.ts'
import { quote } from './quote.ts'

/**
 * Finds keys that a map holds twice, at any level: one finding for each such key of a map.
 * Takes the place of the check in `yaml`, whose time grows with the square of the number of keys.
 */
export function findDuplicateKeys(root: ParsedNode | null): Finding[] {
  const findings: Finding[] = []
  const open: (ParsedNode | null)[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSeq(node)) open.push(...node.items)
    if (!isMap(node)) continue
    // As text: that is what becomes of a key, so `1` and `"1"` are one.
    const firsts = new Map<string, number>()
    let repeated: Map<string, number[]> | undefined // Made when needed: this runs once for every skill of a catalog.
    for (const { key, value } of node.items) {
      if (!isScalar(value)) open.push(value)
      if (!isScalar<string | number | boolean | null>(key)) {
        open.push(key)
        continue
      }
      const name = String(key.value ?? '')
      const firstAt = firsts.get(name)
      if (firstAt === undefined) {
        firsts.set(name, key.range[0])
        continue
      }
      repeated ??= new Map()
      const places = repeated.get(name)
      if (places) places.push(key.range[0])
      else repeated.set(name, [firstAt, key.range[0]])
    }
    for (const [key, places] of repeated ?? []) findings.push(duplicateKey(key, places))
  }
  return findings.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
}

/** One key, given in all these places, of which the second is the one to look at. */
export function duplicateKey(key: string, places: readonly number[]): Finding {
  const times = places.length === 2 ? 'twice' : `${places.length} times`
  return {
    code: 'key-duplicate',
    message: `The key ${quote(key)} is given ${times}`,
    hint: 'Keep one of them',
    places,
    ...(places[1] !== undefined && { at: places[1] }),
  }
}
