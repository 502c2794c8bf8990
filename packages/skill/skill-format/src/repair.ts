import { duplicateKey } from './duplicates.ts'
import { FLAG_KEYS, NAME_KEY, fieldsOf, isRequired, isUsedKey, type HeaderField, type HeaderFields } from './fields.ts'
import { HEADER_MAX_NODES } from './limits.ts'
import { shifted, type Finding, type ProblemList } from './problem-list.ts'
import { readYaml, type YamlReading } from './read-yaml.ts'
import { splitKeys, type KeyChunk } from './split-keys.ts'
import { lineAround } from './source-line.ts'
import { cutAtStrays, requiredKeysIn, type StrayKey } from './stray-keys.ts'
import { isKebabCase } from './skill-name.ts'
import { tooManyNodes } from './tokens.ts'

/** The flag at the start of a line, in a part of the header that could not be read. */
const FLAG_LINE = /^[ \t]*["']?(?:disableModelInvocation|disable-model-invocation)["']?[ \t]*:/m

/** The value of `name` in a header that does not parse as a whole, when that key alone does. */
export function nameAlone(source: string): unknown {
  const chunks = splitKeys(source)
  const chunk = chunks.find(({ key }) => key === NAME_KEY)
  if (chunk === undefined) return undefined
  const { head } = cutAtStrays(source, chunk, keysOf(chunks))
  const text = source.slice(head.start, head.end)
  const reading = readYaml(text)
  return reading.kind === 'map' ? fieldsOf(reading.pairs, text, 0).get(NAME_KEY)?.value : undefined
}

function keysOf(chunks: readonly KeyChunk[]): ReadonlySet<string> {
  return new Set(chunks.map(({ key }) => key))
}

/**
 * Reads each top-level key alone, of a header that starts at `offset` and does not parse because of `fault`.
 * What could not be read becomes a warning. Returns a finding when a key is too complex: that is never repaired.
 */
export function repairFields(
  source: string,
  offset: number,
  fault: Finding,
  problems: ProblemList,
): HeaderFields | Finding {
  return new Repair(source, offset, problems).run(fault)
}

class Repair {
  private readonly source: string
  private readonly offset: number
  private readonly problems: ProblemList
  private readonly fields = new Map<string, HeaderField>()
  /** Where each key starts that was met so far. */
  private readonly places = new Map<string, number[]>()
  private readonly unread: Pick<KeyChunk, 'start' | 'end'>[] = []
  private readonly chunks: readonly KeyChunk[]
  private readonly given: ReadonlySet<string>
  private nodes = 1
  /** What does not parse stands inside of a key that was read all the same. */
  private isFaultFound = false

  constructor(source: string, offset: number, problems: ProblemList) {
    this.source = source
    this.offset = offset
    this.problems = problems
    this.chunks = splitKeys(source)
    this.given = keysOf(this.chunks)
  }

  run(fault: Finding): HeaderFields | Finding {
    const [firstChunk] = this.chunks
    if (firstChunk === undefined) return shifted(fault, this.offset)
    for (const chunk of this.chunks) {
      const refusal = this.addKey(chunk)
      if (refusal) return refusal
    }
    for (const [key, places] of this.places) {
      if (places.length < 2) continue
      this.addDuplicate(duplicateKey(key, places))
    }
    this.addFaultAround(fault, firstChunk.start)
    this.hideIfFlagIsUnread()
    return this.fields
  }

  private addKey(chunk: KeyChunk): Finding | undefined {
    const at = this.offset + chunk.start
    const known = this.places.get(chunk.key)
    if (known) {
      known.push(at)
      this.unread.push(chunk)
      return undefined
    }
    this.places.set(chunk.key, [at])
    return this.readKey(chunk)
  }

  private readKey(chunk: KeyChunk): Finding | undefined {
    const at = this.offset + chunk.start
    const text = this.source.slice(chunk.start, chunk.end)
    const reading = readYaml(text)
    if (reading.kind === 'too-complex') return shifted(reading.fault, at)
    if (reading.kind === 'map' && reading.pairs.length === 1) {
      for (const warning of reading.warnings) this.problems.add('warning', shifted(warning, at))
      for (const [key, field] of fieldsOf(reading.pairs, text, at)) this.fields.set(key, field)
      return this.countNodes(reading.nodes, at)
    }
    if (reading.kind === 'duplicates' && reading.pairs.length === 1) {
      for (const each of reading.faults) this.addDuplicate(shifted(each, at))
      for (const [key, field] of fieldsOf(reading.pairs, text, at)) this.fields.set(key, field)
      return this.countNodes(reading.nodes, at)
    }
    const { head, strays } = cutAtStrays(this.source, chunk, this.given)
    if (strays.length === 0) {
      this.addFailedKey(chunk, shifted(faultOf(reading), at))
      return this.countNodes(reading.nodes, at)
    }
    const refusal = this.readKey(head)
    if (refusal) return refusal
    for (const stray of strays) {
      const other = this.addStray(stray, lineAround(this.source, head.start).indent)
      if (other) return other
    }
    return undefined
  }

  private addDuplicate(fault: Finding): void {
    this.isFaultFound = true
    this.problems.add('warning', { ...fault, hint: 'Keep one of them: the first counts' })
  }

  private countNodes(nodes: number, at: number): Finding | undefined {
    this.nodes += nodes - 1
    return this.nodes > HEADER_MAX_NODES ? tooManyNodes(at) : undefined
  }

  /** A line that is no part of the value above it: what is wrong with it is told below a key that has no fault. */
  private addStray(stray: StrayKey, indent: number): Finding | undefined {
    const soundKey = `${' '.repeat(indent)}x: x\n`
    const start = this.offset + stray.start
    const reading = readYaml(soundKey + this.source.slice(stray.start, stray.end))
    if (reading.kind === 'too-complex') return shifted(reading.fault, start - soundKey.length)
    const fault = shifted(faultOf(reading), start - soundKey.length)
    this.unread.push(stray)
    this.problems.add(isRequired(stray.key) ? 'error' : 'warning', { ...fault, at: Math.max(start, fault.at ?? 0) })
    if (stray.key !== undefined) this.drop(stray.key, start)
    return this.countNodes(reading.nodes, start)
  }

  private addFailedKey(chunk: KeyChunk, fault: Finding): void {
    const { key, value, isContinued } = chunk
    this.unread.push(chunk)
    const at = this.offset + chunk.valueAt
    if (!isUsedKey(key)) this.problems.add('warning', fault)
    else if (key === NAME_KEY && !isContinued && !isKebabCase(value)) {
      this.problems.add('error', fault)
      this.drop(key, at)
    } else if (isContinued) {
      const outcome = `${key} is left out, since its value takes more than one line`
      this.problems.add(isRequired(key) ? 'error' : 'warning', { ...fault, code: 'key-dropped', outcome })
      this.drop(key, at)
    } else {
      const outcome = `the text of ${key} was taken word for word`
      this.problems.add('warning', { ...fault, code: 'key-repaired', outcome })
      this.fields.set(key, { key, at, droppedKeys: [], state: 'repaired', value })
    }
  }

  private drop(key: string, at: number): void {
    this.fields.set(key, { key, at, droppedKeys: [], state: 'dropped', value: undefined })
  }

  /** No key is at fault, so it is what stands around them; or it is what stands in front of them, which may be meant as a key. */
  private addFaultAround(fault: Finding, firstKeyAt: number): void {
    const lost = requiredKeysIn(this.source.slice(0, firstKeyAt), this.given)
    const isInFront = fault.at !== undefined && fault.at < firstKeyAt
    if (isInFront || (this.unread.length === 0 && !this.isFaultFound)) {
      this.problems.add(isInFront && lost.length > 0 ? 'error' : 'warning', shifted(fault, this.offset))
    }
    if (isInFront) for (const key of lost) this.drop(key, this.offset)
    this.unread.push({ start: 0, end: firstKeyAt })
  }

  /** A flag inside of what was left out may have been meant: then the skill is hidden, as for a flag that was dropped. */
  private hideIfFlagIsUnread(): void {
    for (const { start, end } of this.unread) {
      const line = this.source.slice(start, end).search(FLAG_LINE)
      if (line === -1) continue
      this.drop(FLAG_KEYS[1], this.offset + start + line)
    }
  }
}

function faultOf(reading: Exclude<YamlReading, { kind: 'too-complex' }>): Finding {
  const [fault] = reading.kind === 'map' ? [] : reading.faults
  return (
    fault ?? { code: 'yaml-syntax', message: 'This is not one key with a value', hint: 'Write `key: value`', at: 0 }
  )
}
