import { Fields, type Origin } from './fields.ts'
import { copyMetadata } from './metadata.ts'
import { isSkillName } from './name.ts'
import type { SkillCandidate, SkillResourceBase, SkillSummary } from './shapes.ts'

/** A shape of ours while it is being filled. */
export type Draft<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * A checked, frozen copy of what a provider listed. To make one is to check it, and the private field tells it from all
 * that is not checked. Each field is read once, and nothing but the fields of the interface is taken.
 */
class CheckedCandidate {
  /** What a listing shows of it. */
  readonly #summary: SkillSummary

  constructor(value: unknown, origin: Origin) {
    const fields = new Fields(value, origin)
    const summary = readSummary(fields, readName(fields))
    if (summary.provider !== origin.provider) throw wrongProvider(fields)
    const details: Draft<Omit<SkillCandidate, keyof SkillSummary>> = {
      rank: fields.number('rank'),
      locator: fields.read('locator'),
    }
    readDetails(fields, details)
    this.#summary = Object.freeze(summary)
    Object.assign(this, summary, details)
    Object.freeze(this)
  }

  static summaryOf(value: object): SkillSummary | undefined {
    return #summary in value ? value.#summary : undefined
  }
}

/**
 * A checked, frozen copy of a candidate, as a registry makes one of each that is listed. A provider that keeps it, and
 * lists it as long as it is true, spares the registry the work: such a copy is taken as it is. Throws `SkillContractError`.
 */
export function checkCandidate(candidate: SkillCandidate): SkillCandidate {
  return copyCandidate(candidate, { provider: candidate.provider, part: 'candidate' })
}

/**
 * A checked, frozen copy of what a provider listed, or the very same object when it is such a copy. `locator` stays the
 * same object. Throws `SkillContractError`.
 */
export function copyCandidate(value: unknown, origin: Origin): SkillCandidate {
  if (isCopy(value) && value.provider === origin.provider) return value
  return new CheckedCandidate(value, origin) as CheckedCandidate & SkillCandidate
}

function isCopy(value: unknown): value is SkillCandidate {
  return typeof value === 'object' && value !== null && CheckedCandidate.summaryOf(value) !== undefined
}

/** What a listing shows of a candidate, deeply frozen when its parts are. */
export function summaryOf(candidate: SkillCandidate): SkillSummary {
  return CheckedCandidate.summaryOf(candidate) ?? toSummary(candidate)
}

function toSummary(candidate: SkillCandidate): SkillSummary {
  const { name, description, source, provider } = candidate
  const summary: Draft<SkillSummary> = { name, description, source, provider }
  if (candidate.whenToUse !== undefined) summary.whenToUse = candidate.whenToUse
  if (candidate.disableModelInvocation !== undefined) summary.disableModelInvocation = candidate.disableModelInvocation
  if (candidate.resourceBase !== undefined) summary.resourceBase = candidate.resourceBase
  return Object.freeze(summary)
}

export function readName(fields: Fields): string {
  const name = fields.text('name')
  fields.about(name)
  if (isSkillName(name)) return name
  throw fields.broken('name', 'must be kebab-case: a to z and 0 to 9, joined by single hyphens')
}

/** The other fields that candidates, definitions and registrations share. `label` stands in for an absent provider. */
export function readSummary(fields: Fields, name: string, label?: string): Draft<SkillSummary> {
  const description = fields.text('description')
  const source = fields.text('source')
  const provider = label === undefined ? fields.text('provider') : (fields.optionalText('provider') ?? label)
  const summary: Draft<SkillSummary> = { name, description, source, provider }
  const whenToUse = fields.optionalText('whenToUse')
  if (whenToUse !== undefined) summary.whenToUse = whenToUse
  const hidden = fields.optionalFlag('disableModelInvocation')
  if (hidden !== undefined) summary.disableModelInvocation = hidden
  const base = fields.read('resourceBase')
  if (base !== undefined) {
    summary.resourceBase = copyResourceBase(new Fields(base, { ...fields.origin, part: 'resourceBase' }))
  }
  return summary
}

/** Adds `path` and `metadata`, where there are any. */
export function readDetails(fields: Fields, copy: Draft<Pick<SkillCandidate, 'path' | 'metadata'>>): void {
  const path = fields.optionalText('path')
  if (path !== undefined) copy.path = path
  const metadata = fields.read('metadata')
  if (metadata !== undefined) copy.metadata = copyMetadata(fields.origin, metadata)
}

export function wrongProvider(fields: Fields): Error {
  return fields.broken('provider', "must be the provider's own name")
}

function copyResourceBase(fields: Fields): SkillResourceBase {
  const kind = fields.choice('kind', ['directory', 'url', 'opaque'])
  switch (kind) {
    case 'directory':
      return Object.freeze({ kind, path: fields.text('path') })
    case 'url':
      return Object.freeze({ kind, url: fields.text('url') })
    case 'opaque':
      return Object.freeze({ kind, description: fields.text('description') })
  }
}
