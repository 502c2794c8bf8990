import { isMap, isScalar, isSeq, type Node } from 'yaml'
import { ownCopy } from './own-copy.ts'

/**
 * Turns a node into plain data: null-prototype objects, arrays, scalars. Recursion is bounded by the guard.
 * Texts are copies of their own. Keys that an object cannot safely have (`__proto__`, maps and lists) are left out, and pushed to `dropped` as text.
 */
export function toPlain(node: Node | null, dropped: string[]): unknown {
  if (isScalar(node)) return typeof node.value === 'string' ? ownCopy(node.value) : node.value
  if (isSeq<Node | null>(node)) return node.items.map((item) => toPlain(item, dropped))
  if (!isMap<Node, Node | null>(node)) return null
  // Unlike `Object.create(null)` this makes no table, which takes three times the memory.
  const object = Object.setPrototypeOf({}, null) as Record<string, unknown>
  for (const { key, value } of node.items) {
    const name = isScalar<string | number | boolean | null>(key) ? String(key.value ?? '') : undefined
    if (name === undefined || name === '__proto__') dropped.push(name ?? 'a map or list as a key')
    else if (!(name in object)) object[name] = toPlain(value, dropped) // Of one given twice the first counts.
  }
  return object
}
