import { brokenField, contain, kindOf, TEXT_MAX_LENGTH, type Origin } from './fields.ts'

/** Deepest nesting of maps and lists in metadata. */
export const METADATA_MAX_DEPTH = 32

/** Most values in one skill's metadata, maps and lists included. */
export const METADATA_MAX_NODES = 1024

type Metadata = Readonly<Record<string, unknown>>

/**
 * A frozen copy of foreign metadata: maps become objects without a prototype, a key `__proto__` is left out, and so is
 * a value that is undefined. Throws `SkillContractError` for what is no plain data, and past the limits, cycles included.
 */
export function copyMetadata(origin: Origin, value: unknown): Metadata {
  if (typeof value !== 'object' || value === null || isArray(origin, 'metadata', value)) {
    throw brokenField(origin, 'metadata', `must be an object, got ${kindOf(value)}`)
  }
  const copier = new MetadataCopier(origin)
  return copier.copyMap('metadata', value, 1)
}

class MetadataCopier {
  private readonly origin: Origin
  private nodes = 0

  constructor(origin: Origin) {
    this.origin = origin
  }

  copyMap(path: string, value: object, depth: number): Metadata {
    this.count(path, depth)
    const prototype: unknown = contain(this.origin, path, () => Object.getPrototypeOf(value))
    if (prototype !== null && !isObjectPrototype(this.origin, path, prototype)) {
      throw brokenField(this.origin, path, 'must be plain data, got an object of a class')
    }
    const copy = Object.create(null) as Record<string, unknown>
    for (const key of contain(this.origin, path, () => Object.keys(value))) {
      if (key === '__proto__') continue
      const field = `${path}.${key.slice(0, 64)}`
      if (key.length > TEXT_MAX_LENGTH) throw brokenField(this.origin, field, 'has a name that is too long')
      const item = this.copy(
        field,
        contain(this.origin, field, () => (value as Metadata)[key]),
        depth,
      )
      if (item !== undefined) copy[key] = item
    }
    return Object.freeze(copy)
  }

  private copy(path: string, value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        if (value.length > TEXT_MAX_LENGTH) {
          throw brokenField(this.origin, path, `must have at most ${TEXT_MAX_LENGTH} characters, got ${value.length}`)
        }
        break
      case 'object':
        if (value === null) break
        return isArray(this.origin, path, value)
          ? this.copyList(path, value, depth + 1)
          : this.copyMap(path, value, depth + 1)
      case 'function':
      case 'symbol':
        throw brokenField(this.origin, path, `must be plain data, got ${kindOf(value)}`)
      case 'number':
      case 'boolean':
      case 'bigint':
      case 'undefined':
        break
    }
    this.count(path, depth)
    return value
  }

  private copyList(path: string, value: readonly unknown[], depth: number): readonly unknown[] {
    this.count(path, depth)
    const length = contain(this.origin, path, () => value.length)
    const copy: unknown[] = []
    for (let index = 0; index < length; index += 1) {
      const field = `${path}[${index}]`
      copy.push(
        this.copy(
          field,
          contain(this.origin, field, () => value[index]),
          depth,
        ),
      )
    }
    return Object.freeze(copy)
  }

  private count(path: string, depth: number): void {
    if (depth > METADATA_MAX_DEPTH) {
      throw brokenField(this.origin, path, `must not be nested deeper than ${METADATA_MAX_DEPTH}`)
    }
    this.nodes += 1
    if (this.nodes > METADATA_MAX_NODES) {
      throw brokenField(this.origin, 'metadata', `must have at most ${METADATA_MAX_NODES} values`)
    }
  }
}

function isArray(origin: Origin, path: string, value: unknown): value is readonly unknown[] {
  return contain(origin, path, () => Array.isArray(value))
}

/** Objects of another realm have an `Object.prototype` of their own: it is the one prototype that has none itself. */
function isObjectPrototype(origin: Origin, path: string, prototype: unknown): boolean {
  return prototype === Object.prototype || contain(origin, path, () => Object.getPrototypeOf(prototype)) === null
}
