import { SkillContractError } from './errors.ts'
import { describeReason, toLine } from './reason.ts'

/** Longest text in any field but `content`, in UTF-16 units. A whole header of a SKILL.md has 16 KiB. */
export const TEXT_MAX_LENGTH = 65_536

/** Whose object is read, for the message of a `SkillContractError`. */
export interface Origin {
  readonly provider: string
  /** What the object is, e.g. `candidates[3]`. */
  readonly part: string
  readonly skill?: string | undefined
}

export type Fields = Readonly<Record<string, unknown>>

/** A shape of ours while it is being filled. */
export type Draft<T> = { -readonly [Key in keyof T]: T[Key] }

/** Is told of what is left out; `complaint` follows the field: `must be …`. */
export type Drop = (field: string, complaint: string) => void

/** Makes the error for a broken field. */
export function brokenField({ provider, part, skill }: Origin, field: string, complaint: string): SkillContractError {
  const named = skill === undefined ? undefined : toLine(skill.slice(0, 64))
  const where = named === undefined ? part : `${part}, skill "${named}"`
  const message = `Provider "${toLine(provider)}" broke the skill interface (${where}): ${field} ${complaint}.`
  return new SkillContractError({ provider, skill: named, field, message })
}

/** What a value is, in a word or two. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text'
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

export function readObject(value: unknown, origin: Origin): Fields {
  if (isObject(value)) return value
  throw brokenField(origin, origin.part, `must be an object, got ${kindOf(value)}`)
}

/** What `read` gives. An error of the object itself, from a getter or a proxy, becomes a `SkillContractError`. */
export function readForeign<T>(origin: Origin, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof SkillContractError) throw error
    throw brokenField(origin, origin.part, `cannot be read: ${describeReason(error)}`)
  }
}

/** What is wrong with a text; `undefined` when nothing is. */
export function textFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return `must be text, got ${kindOf(value)}`
  if (value.length > TEXT_MAX_LENGTH) return `must have at most ${TEXT_MAX_LENGTH} characters, got ${value.length}`
  return /\S/.test(value) ? undefined : 'must not be blank'
}

/** Text that is not blank. Throws `SkillContractError`. */
export function readText(fields: Fields, field: string, origin: Origin): string {
  const value = fields[field]
  const fault = textFault(value)
  if (fault === undefined) return value as string
  throw brokenField(origin, field, fault)
}

/** The same for a field that may be absent, and is left out when it is not as it should be. */
export function optionalText(fields: Fields, field: string, drop: Drop): string | undefined {
  const value = fields[field]
  if (value === undefined) return undefined
  const fault = textFault(value)
  if (fault === undefined) return value as string
  drop(field, fault)
  return undefined
}
