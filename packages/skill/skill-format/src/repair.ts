import { duplicateKey } from './duplicates.ts'
import { FLAG_KEYS, NAME_KEY, fieldsOf, isUsedKey, type HeaderField, type HeaderFields } from './fields.ts'
import { HEADER_MAX_NODES } from './limits.ts'
import { shifted, type Finding, type ProblemList } from './problem-list.ts'
import { readYaml, type YamlReading } from './read-yaml.ts'
import { splitKeys, type KeyChunk } from './split-keys.ts'
import { tooManyNodes } from './tokens.ts'

/** The flag at the start of a line, in a part of the header that could not be read. */
const FLAG_LINE = /^[ \t]*["']?(?:disableModelInvocation|disable-model-invocation)["']?[ \t]*:/m

/** The value of `name` in a header that does not parse as a whole, when that key alone does. */
export function nameAlone(source: string): unknown {
  const chunk = splitKeys(source).find(({ key }) => key === NAME_KEY)
  if (chunk === undefined) return undefined
  const text = source.slice(chunk.start, chunk.end)
  const reading = readYaml(text)
  return reading.kind === 'map' ? fieldsOf(reading.pairs, text, 0).get(NAME_KEY)?.value : undefined
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
  private nodes = 1

  constructor(source: string, offset: number, problems: ProblemList) {
    this.source = source
    this.offset = offset
    this.problems = problems
  }

  run(fault: Finding): HeaderFields | Finding {
    const chunks = splitKeys(this.source)
    for (const chunk of chunks) {
      const refusal = this.addKey(chunk)
      if (refusal) return refusal
    }
    for (const [key, places] of this.places) {
      if (places.length < 2) continue
      this.problems.add('warning', { ...duplicateKey(key, places), hint: 'Keep one of them: the first counts' })
    }
    // No key is at fault, so it is what stands around them.
    if (this.unread.length === 0) this.problems.add('warning', shifted(fault, this.offset))
    this.unread.push({ start: 0, end: chunks[0]?.start ?? this.source.length })
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
    const text = this.source.slice(chunk.start, chunk.end)
    const reading = readYaml(text)
    if (reading.kind === 'too-complex') return shifted(reading.fault, at)
    this.nodes += reading.nodes - 1
    if (this.nodes > HEADER_MAX_NODES) return tooManyNodes(at)
    if (reading.kind === 'map' && reading.pairs.length === 1) {
      for (const warning of reading.warnings) this.problems.add('warning', shifted(warning, at))
      for (const [key, field] of fieldsOf(reading.pairs, text, at)) this.fields.set(key, field)
    } else this.addFailedKey(chunk, shifted(faultOf(reading), at))
    return undefined
  }

  private addFailedKey(chunk: KeyChunk, fault: Finding): void {
    const { key, value, isContinued } = chunk
    this.unread.push(chunk)
    if (!isUsedKey(key)) {
      this.problems.add('warning', fault)
      return
    }
    const field = { key, at: this.offset + chunk.valueAt, droppedKeys: [] }
    if (isContinued) {
      const outcome = `${key} is left out, since its value takes more than one line`
      this.problems.add('warning', { ...fault, code: 'key-dropped', outcome })
      this.fields.set(key, { ...field, state: 'dropped', value: undefined })
    } else {
      const outcome = `the text of ${key} was taken word for word`
      this.problems.add('warning', { ...fault, code: 'key-repaired', outcome })
      this.fields.set(key, { ...field, state: 'repaired', value })
    }
  }

  /** A flag inside of what was left out may have been meant: then the skill is hidden, as for a flag that was dropped. */
  private hideIfFlagIsUnread(): void {
    for (const { start, end } of this.unread) {
      const line = this.source.slice(start, end).search(FLAG_LINE)
      if (line === -1) continue
      const key = FLAG_KEYS[1]
      this.fields.set(key, { key, at: this.offset + start + line, state: 'dropped', value: undefined, droppedKeys: [] })
    }
  }
}

function faultOf(reading: Exclude<YamlReading, { kind: 'too-complex' }>): Finding {
  const [fault] = reading.kind === 'faulty' ? reading.faults : []
  return (
    fault ?? { code: 'yaml-syntax', message: 'This is not one key with a value', hint: 'Write `key: value`', at: 0 }
  )
}
