import { fieldsOf, NAME_KEY, type HeaderFields } from './fields.ts'
import { readFlag } from './flag.ts'
import type { HeaderSource } from './header-source.ts'
import { readMetadata } from './metadata.ts'
import { ownCopy } from './own-copy.ts'
import { shifted, type ProblemList } from './problem-list.ts'
import { readYaml } from './read-yaml.ts'
import { nameAlone, repairFields } from './repair.ts'
import { isKebabCase } from './skill-name.ts'
import { readDescription, readName, readWhenToUse } from './text-fields.ts'
import type { SkillHeader, Tolerance } from './types.ts'

/** Longest text that is kept of a name that is not valid, in UTF-16 units. */
const NAME_MAX_LENGTH = 200

/** What a header's YAML text says: all that a skill needs, or at least its name. */
export type HeaderReading =
  | { readonly kind: 'header'; readonly header: SkillHeader }
  | { readonly kind: 'refused'; readonly name?: string; readonly givenName?: string }

/** Reads the YAML text of a header. */
export function readHeader(source: HeaderSource, tolerance: Tolerance, problems: ProblemList): HeaderReading {
  const fields = readFields(source, tolerance, problems)
  if (fields === undefined) return refused(nameAlone(source.text))
  const name = readName(fields, source, problems)
  const description = readDescription(fields, source, problems)
  const whenToUse = readWhenToUse(fields, source, problems)
  const disableModelInvocation = readFlag(fields, problems)
  const metadata = readMetadata(fields, problems)
  if (name === undefined || description === undefined) return refused(name ?? givenValue(fields))
  // Assigned, not spread: this runs once for every skill of a catalog.
  const header: { -readonly [Key in keyof SkillHeader]: SkillHeader[Key] } = {
    name: ownCopy(name),
    description: ownCopy(description),
    disableModelInvocation,
  }
  if (whenToUse !== undefined) header.whenToUse = ownCopy(whenToUse)
  if (metadata !== undefined) header.metadata = metadata
  return { kind: 'header', header }
}

function givenValue(fields: HeaderFields): unknown {
  const field = fields.get(NAME_KEY)
  return field?.state === 'dropped' ? undefined : field?.value
}

/** `name`: as given, whatever it is. */
function refused(name: unknown): HeaderReading {
  if (isKebabCase(name)) return { kind: 'refused', name: ownCopy(name) }
  const isWord = typeof name === 'string' || typeof name === 'number' || typeof name === 'boolean'
  return isWord ? { kind: 'refused', givenName: ownCopy(String(name).slice(0, NAME_MAX_LENGTH)) } : { kind: 'refused' }
}

function readFields(
  { text, offset }: HeaderSource,
  tolerance: Tolerance,
  problems: ProblemList,
): HeaderFields | undefined {
  const reading = readYaml(text)
  switch (reading.kind) {
    case 'map':
      for (const warning of reading.warnings) problems.add('warning', shifted(warning, offset))
      return fieldsOf(reading.pairs, text, offset)
    case 'too-complex':
      problems.add('error', shifted(reading.fault, offset))
      return undefined
    case 'duplicates':
    case 'faulty': {
      const [fault] = reading.faults
      if (tolerance === 'repair' && fault) {
        const repaired = repairFields(text, offset, fault, problems)
        if (!('code' in repaired)) return repaired
        problems.add('error', repaired)
        return undefined
      }
      for (const each of reading.faults) problems.add('error', shifted(each, offset))
      return undefined
    }
  }
}
