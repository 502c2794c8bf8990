import { type Drop, type Fields, isObject, kindOf, TEXT_MAX_LENGTH } from './fields.ts'
import { describeReason } from './reason.ts'

/** Deepest nesting of maps and lists in metadata. */
export const METADATA_MAX_DEPTH = 32

/** Most values in one skill's metadata, maps and lists included. */
export const METADATA_MAX_NODES = 1024

/** Most values of one skill that are named when they are left out. */
const NAMED_MAX_COUNT = 3

/**
 * A frozen copy of foreign metadata: maps become objects without a prototype, and a key `__proto__` is left out, as is
 * an undefined value. What is not plain data, and what lies too deep, is left out with a word. Metadata with too many
 * values is left out as a whole, which ends cycles, too.
 */
export function readMetadata(value: unknown, drop: Drop): Fields | undefined {
  if (!isObject(value) || Array.isArray(value)) {
    drop('metadata', `must be an object, got ${kindOf(value)}`)
    return undefined
  }
  const copier = new MetadataCopier()
  let copy: unknown
  try {
    copy = copier.copy(value, 'metadata', 1)
  } catch (error) {
    drop('metadata', `cannot be read: ${describeReason(error)}`) // A getter or a proxy of the provider threw.
    return undefined
  }
  if (copier.isTooLarge) {
    drop('metadata', `makes more than ${METADATA_MAX_NODES} values`)
    return undefined
  }
  for (const [field, complaint] of copier.dropped.slice(0, NAMED_MAX_COUNT)) drop(field, complaint)
  const unnamedCount = copier.dropped.length - NAMED_MAX_COUNT
  if (unnamedCount > 0) drop('metadata', `holds ${unnamedCount} more values that cannot be taken`)
  return copy as Fields | undefined
}

class MetadataCopier {
  readonly dropped: (readonly [field: string, complaint: string])[] = []
  private nodes = 0

  get isTooLarge(): boolean {
    return this.nodes > METADATA_MAX_NODES
  }

  copy(value: unknown, path: string, depth: number): unknown {
    this.nodes += 1
    if (this.isTooLarge) return undefined
    const complaint = complaintAbout(value, depth)
    if (complaint !== undefined) {
      this.dropped.push([path.slice(0, 200), complaint])
      return undefined
    }
    if (Array.isArray(value)) return this.copyList(value, path, depth)
    return isObject(value) ? this.copyMap(value, path, depth) : value
  }

  private copyList(list: readonly unknown[], path: string, depth: number): readonly unknown[] {
    const copy: unknown[] = []
    for (let index = 0; index < list.length && !this.isTooLarge; index += 1) {
      copy.push(this.copy(list[index], `${path}[${index}]`, depth + 1))
    }
    return Object.freeze(copy.slice()) // The list that grew has room for more.
  }

  private copyMap(map: Fields, path: string, depth: number): Fields {
    // Unlike `Object.create(null)` this makes no table, which takes three times the memory.
    const copy = Object.setPrototypeOf({}, null) as Record<string, unknown>
    for (const [key, value] of Object.entries(map)) {
      if (this.isTooLarge) break
      if (key === '__proto__' || value === undefined) continue
      if (key.length > TEXT_MAX_LENGTH) {
        this.dropped.push([path, 'has a key that is too long'])
        continue
      }
      const item = this.copy(value, `${path}.${key.slice(0, 64)}`, depth + 1)
      if (item !== undefined) copy[key] = item
    }
    return Object.freeze(copy)
  }
}

/** Why a value cannot be taken; `undefined` when it can. */
function complaintAbout(value: unknown, depth: number): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return `must be plain data, got ${kindOf(value)}`
  if (typeof value === 'string' && value.length > TEXT_MAX_LENGTH) {
    return `must have at most ${TEXT_MAX_LENGTH} characters, got ${value.length}`
  }
  if (!isObject(value)) return undefined
  if (depth > METADATA_MAX_DEPTH) return `must not be nested deeper than ${METADATA_MAX_DEPTH}`
  if (Array.isArray(value)) return undefined
  const prototype: unknown = Object.getPrototypeOf(value)
  // Objects of another realm have an `Object.prototype` of their own: the one prototype that has none itself.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  return isPlain ? undefined : 'must be plain data, got an object of a class'
}
