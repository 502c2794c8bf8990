import { SkillContractError } from './errors.ts'
import { describeReason, toLine } from './reason.ts'

/** Longest text in any field but `content`, in UTF-16 units. A whole header of a SKILL.md has 16 KiB. */
export const TEXT_MAX_LENGTH = 65_536

/** Whose object is read, for the message of a `SkillContractError`. */
export interface Origin {
  readonly provider: string
  /** What the object is, e.g. `candidates`. */
  readonly part: string
  /** Which of them. */
  readonly index?: number
  readonly skill?: string | undefined
}

/** Makes the error for a broken field; `complaint` follows its name: `must be …`. */
export function brokenField(origin: Origin, field: string, complaint: string): SkillContractError {
  const skill = origin.skill === undefined ? undefined : toLine(origin.skill.slice(0, 64))
  const part = partOf(origin)
  const where = skill === undefined ? part : `${part}, skill "${skill}"`
  const message = `Provider "${toLine(origin.provider)}" broke the skill interface (${where}): ${field} ${complaint}.`
  return new SkillContractError({ provider: origin.provider, skill, field, message })
}

function partOf({ part, index }: Origin): string {
  return index === undefined ? part : `${part}[${index}]`
}

/** What a value is, in a word or two. Looks at nothing that could run foreign code. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text'
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Runs `action`, which touches foreign objects, and turns whatever it throws into a `SkillContractError`. */
export function contain<T>(origin: Origin, field: string, action: () => T): T {
  try {
    return action()
  } catch (reason) {
    throw brokenField(origin, field, `cannot be read: ${describeReason(reason)}`)
  }
}

/** Reads the fields of one foreign object. A field that is not as it must be is a `SkillContractError`. */
export class Fields {
  private readonly object: Readonly<Record<string, unknown>>
  private subject: Origin

  constructor(value: unknown, origin: Origin) {
    if (typeof value !== 'object' || value === null) {
      throw brokenField(origin, partOf(origin), `must be an object, got ${kindOf(value)}`)
    }
    this.object = value as Readonly<Record<string, unknown>>
    this.subject = origin
  }

  get origin(): Origin {
    return this.subject
  }

  /** From now on errors name this skill. */
  about(skill: string): void {
    this.subject = { ...this.subject, skill }
  }

  read(field: string): unknown {
    try {
      return this.object[field]
    } catch (reason) {
      throw this.broken(field, `cannot be read: ${describeReason(reason)}`)
    }
  }

  /** Text that is not blank. */
  text(field: string): string {
    return this.checkText(field, this.read(field))
  }

  optionalText(field: string): string | undefined {
    const value = this.read(field)
    return value === undefined ? undefined : this.checkText(field, value)
  }

  optionalFlag(field: string): boolean | undefined {
    const value = this.read(field)
    if (value === undefined || typeof value === 'boolean') return value
    throw this.broken(field, `must be true or false, got ${kindOf(value)}`)
  }

  number(field: string): number {
    const value = this.read(field)
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw this.broken(field, `must be a finite number, got ${kindOf(value)}`)
  }

  optionalCount(field: string): number | undefined {
    const value = this.read(field)
    if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1)) return value as number | undefined
    throw this.broken(field, `must be a whole number of at least 1, got ${kindOf(value)}`)
  }

  choice<T extends string>(field: string, choices: readonly T[]): T {
    const value = this.read(field)
    const found = choices.find((choice) => choice === value)
    if (found !== undefined) return found
    throw this.broken(field, `must be one of ${choices.join(', ')}, got ${kindOf(value)}`)
  }

  broken(field: string, complaint: string): SkillContractError {
    return brokenField(this.subject, field, complaint)
  }

  private checkText(field: string, value: unknown): string {
    if (typeof value !== 'string') throw this.broken(field, `must be text, got ${kindOf(value)}`)
    if (value.length > TEXT_MAX_LENGTH) {
      throw this.broken(field, `must have at most ${TEXT_MAX_LENGTH} characters, got ${value.length}`)
    }
    if (!/\S/.test(value)) throw this.broken(field, 'must not be blank')
    return value
  }
}

/** Takes a foreign list apart, element by element, in order and at most `maxLength` of them. */
export function readList<T>(
  origin: Origin,
  field: string,
  value: unknown,
  maxLength: number,
  readItem: (item: unknown, index: number) => T,
): readonly T[] {
  if (!contain(origin, field, () => Array.isArray(value))) {
    throw brokenField(origin, field, `must be a list, got ${kindOf(value)}`)
  }
  const list = value as readonly unknown[]
  const length = contain(origin, field, () => list.length)
  if (!Number.isSafeInteger(length) || length < 0) throw brokenField(origin, field, 'must have a length')
  if (length > maxLength) throw brokenField(origin, field, `must have at most ${maxLength} entries, got ${length}`)
  const items: T[] = []
  for (let index = 0; index < length; index += 1) {
    items.push(readItem(readElement(origin, field, list, index), index))
  }
  return Object.freeze(items)
}

function readElement(origin: Origin, field: string, list: readonly unknown[], index: number): unknown {
  try {
    return list[index]
  } catch (reason) {
    throw brokenField(origin, `${field}[${index}]`, `cannot be read: ${describeReason(reason)}`)
  }
}
