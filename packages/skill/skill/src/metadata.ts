import { brokenField, kindOf, TEXT_MAX_LENGTH, type Origin } from './fields.ts'
import { describeReason } from './reason.ts'

/** Deepest nesting of maps and lists in metadata. */
export const METADATA_MAX_DEPTH = 32

/** Most values in one skill's metadata, maps and lists included. */
export const METADATA_MAX_NODES = 1024

type Metadata = Readonly<Record<string, unknown>>

/**
 * A frozen copy of foreign metadata: maps become objects without a prototype, a key `__proto__` is left out, and so is
 * a value that is undefined. Throws `SkillContractError` for what is no plain data, and past the limits, which stop
 * cycles too.
 */
export function copyMetadata(origin: Origin, value: unknown): Metadata {
  return new MetadataCopier(origin).copy(value)
}

class MetadataCopier {
  private readonly origin: Origin
  /** Keys and indexes that lead to the value at hand. A path is made of them only when there is something to say. */
  private readonly steps: (string | number)[] = []
  private nodes = 0

  constructor(origin: Origin) {
    this.origin = origin
  }

  copy(value: unknown): Metadata {
    if (typeof value === 'object' && value !== null && !this.isList(value)) return this.copyMap(value)
    throw this.broken(`must be an object, got ${kindOf(value)}`)
  }

  private copyMap(value: object): Metadata {
    this.enter()
    this.checkPlain(value)
    // Unlike `Object.create(null)` this makes no table, which takes three times the memory.
    const copy = Object.setPrototypeOf({}, null) as Record<string, unknown>
    for (const key of this.keysOf(value)) {
      if (key === '__proto__') continue
      this.steps.push(key)
      if (key.length > TEXT_MAX_LENGTH) throw this.broken('has a name that is too long')
      const item = this.copyValue(this.read(value, key))
      if (item !== undefined) copy[key] = item
      this.steps.pop()
    }
    return Object.freeze(copy)
  }

  private copyList(value: readonly unknown[]): readonly unknown[] {
    this.enter()
    const length = Number(this.read(value, 'length'))
    const copy: unknown[] = []
    for (let index = 0; index < length; index += 1) {
      this.steps.push(index)
      copy.push(this.copyValue(this.read(value, index)))
      this.steps.pop()
    }
    return Object.freeze(copy.slice()) // The list that grew has room for more.
  }

  private copyValue(value: unknown): unknown {
    if (typeof value === 'object' && value !== null) {
      return this.isList(value) ? this.copyList(value) : this.copyMap(value)
    }
    if (typeof value === 'function' || typeof value === 'symbol') {
      throw this.broken(`must be plain data, got ${kindOf(value)}`)
    }
    if (typeof value === 'string' && value.length > TEXT_MAX_LENGTH) {
      throw this.broken(`must have at most ${TEXT_MAX_LENGTH} characters, got ${value.length}`)
    }
    this.count()
    return value
  }

  /** Counts a map or list, at the depth that the steps tell. */
  private enter(): void {
    if (this.steps.length >= METADATA_MAX_DEPTH) {
      throw this.broken(`must not be nested deeper than ${METADATA_MAX_DEPTH}`)
    }
    this.count()
  }

  private count(): void {
    this.nodes += 1
    if (this.nodes > METADATA_MAX_NODES) throw this.broken(`makes more than ${METADATA_MAX_NODES} values`)
  }

  private checkPlain(value: object): void {
    let prototype: unknown
    let isPlain: boolean
    try {
      prototype = Object.getPrototypeOf(value)
      // Objects of another realm have an `Object.prototype` of their own: the one prototype that has none itself.
      isPlain = prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
    } catch (reason) {
      throw this.unreadable(reason)
    }
    if (!isPlain) throw this.broken('must be plain data, got an object of a class')
  }

  private isList(value: object): value is readonly unknown[] {
    try {
      return Array.isArray(value)
    } catch (reason) {
      throw this.unreadable(reason)
    }
  }

  private keysOf(value: object): readonly string[] {
    try {
      return Object.keys(value)
    } catch (reason) {
      throw this.unreadable(reason)
    }
  }

  private read(value: object, key: string | number): unknown {
    try {
      return (value as Readonly<Record<string | number, unknown>>)[key]
    } catch (reason) {
      throw this.unreadable(reason)
    }
  }

  private unreadable(reason: unknown): Error {
    return this.broken(`cannot be read: ${describeReason(reason)}`)
  }

  private broken(complaint: string): Error {
    const steps = this.steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step.slice(0, 64)}`))
    return brokenField(this.origin, `metadata${steps.join('')}`, complaint)
  }
}
