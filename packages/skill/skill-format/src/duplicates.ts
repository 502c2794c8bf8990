import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml'
import type { Finding } from './problem-list.ts'
import { quote } from './quote.ts'

/** Stands for the place of a key that needs no second finding. */
const REPORTED = -1

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
    const firsts = new Map<unknown, number>()
    for (const { key, value } of node.items) {
      if (!isScalar(value)) open.push(value)
      if (!isScalar(key)) {
        open.push(key)
        continue
      }
      const firstAt = firsts.get(key.value)
      if (firstAt === undefined) firsts.set(key.value, key.range[0])
      else if (firstAt !== REPORTED) {
        firsts.set(key.value, REPORTED)
        findings.push(duplicateKey(String(key.value), firstAt, key.range[0]))
      }
    }
  }
  return findings.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
}

/** One key, given twice. */
export function duplicateKey(key: string, firstAt: number, at: number): Finding {
  return {
    code: 'key-duplicate',
    message: `The key ${quote(key)} is given twice`,
    hint: 'Keep one of them',
    firstAt,
    at,
  }
}
