import { brokenField, type Draft, type Drop, type Fields, isObject, kindOf, type Origin } from './fields.ts'
import { optionalText, readForeign, readObject, readText, textFault } from './fields.ts'
import { readMetadata } from './metadata.ts'
import { isSkillName } from './name.ts'
import type {
  SkillCandidate,
  SkillDefinition,
  SkillProblem,
  SkillProblemCode,
  SkillResourceBase,
  SkillSummary,
} from './provider.ts'

/** Longest `content`, in UTF-16 units: as many as the largest SKILL.md has bytes. */
export const CONTENT_MAX_LENGTH = 2 * 1024 * 1024

/** Most `problems` of one text. */
const PROBLEMS_MAX_COUNT = 100

/** The label of a runtime skill that gives none, and a name that no provider may have. */
export const RUNTIME_LABEL = 'runtime'

/** The candidates that were made here, with what a listing shows of each. */
const summaries = new WeakMap<object, SkillSummary>()

/** What a listing shows of a candidate, deeply frozen when its parts are. */
export function summaryOf(candidate: SkillCandidate): SkillSummary {
  const { rank: _rank, locator: _locator, path: _path, metadata: _metadata, ...summary } = candidate
  return summaries.get(candidate) ?? Object.freeze(summary)
}

/**
 * A checked, frozen copy of a candidate, as a registry makes one of each that is listed. A provider that keeps it, and
 * lists it as long as it is true, spares the registry the work: such a copy is taken as it is. Throws
 * `SkillContractError`; any other field that is not as it should be is left out.
 */
export function checkCandidate(candidate: SkillCandidate): SkillCandidate {
  const origin: Origin = { provider: candidate.provider, part: 'candidate' }
  const checked = readCandidate(candidate, origin, () => {})
  if (checked !== undefined) return checked
  throw brokenField({ ...origin, skill: candidate.name }, 'description', textFault(candidate.description) ?? '')
}

/**
 * A checked, frozen copy of what a provider listed, or the very same object when it is such a copy; `undefined` for one
 * whose description says nothing, or too much: the only fault that costs the skill. `locator` stays the same object.
 * Throws `SkillContractError` for a broken name, description, rank or provider.
 */
export function readCandidate(value: unknown, origin: Origin, drop: Drop): SkillCandidate | undefined {
  const fields = readObject(value, origin)
  if (summaries.has(fields) && fields['provider'] === origin.provider) return value as SkillCandidate
  const name = readName(fields, origin)
  const about: Origin = { ...origin, skill: name }
  const { rank, description } = fields
  if (fields['provider'] !== origin.provider) throw brokenField(about, 'provider', "must be the provider's own name")
  if (typeof rank !== 'number' || !Number.isFinite(rank)) {
    throw brokenField(about, 'rank', `must be a finite number, got ${kindOf(rank)}`)
  }
  if (typeof description !== 'string') {
    throw brokenField(about, 'description', `must be text, got ${kindOf(description)}`)
  }
  const fault = textFault(description)
  if (fault !== undefined) {
    drop('description', fault)
    return undefined
  }
  const summary = readSummary(fields, { name, description, provider: origin.provider }, drop)
  const candidate = Object.freeze({ ...summary, rank, locator: fields['locator'], ...readDetails(fields, drop) })
  summaries.set(candidate, summary)
  return candidate
}

/**
 * A checked, frozen copy of what a provider's `get` returned for `skill`; `undefined` when it returned nothing, or a
 * skill of another name. Throws `SkillContractError`.
 */
export function readDefinition(
  value: unknown,
  provider: string,
  skill: string,
  drop: Drop,
): SkillDefinition | undefined {
  if (value === undefined) return undefined
  const origin: Origin = { provider, part: 'definition', skill }
  return readForeign(origin, () => {
    const fields = readObject(value, origin)
    if (readText(fields, 'name', origin) !== skill) return undefined
    if (fields['provider'] !== provider) throw brokenField(origin, 'provider', "must be the provider's own name")
    return readWhole(fields, { name: skill, provider }, origin, drop)
  })
}

/** A checked, frozen copy of a skill that lives in code. Throws `SkillContractError`. */
export function readRegistration(value: unknown, drop: Drop): SkillDefinition {
  const origin: Origin = { provider: RUNTIME_LABEL, part: 'registration' }
  return readForeign(origin, () => {
    const fields = readObject(value, origin)
    const name = readName(fields, origin)
    const about: Origin = { ...origin, skill: name }
    const provider = fields['provider'] === undefined ? RUNTIME_LABEL : readText(fields, 'provider', about)
    return readWhole(fields, { name, provider }, about, drop)
  })
}

function readWhole(
  fields: Fields,
  { name, provider }: Pick<SkillSummary, 'name' | 'provider'>,
  origin: Origin,
  drop: Drop,
): SkillDefinition {
  const description = readText(fields, 'description', origin)
  const summary = readSummary(fields, { name, description, provider }, drop)
  const content = readContent(fields, origin)
  const problems = readProblems(fields['problems'], drop)
  return Object.freeze({ ...summary, content, ...(problems && { problems }), ...readDetails(fields, drop) })
}

function readName(fields: Fields, origin: Origin): string {
  const name = readText(fields, 'name', origin)
  if (isSkillName(name)) return name
  const complaint = 'must be kebab-case: a to z and 0 to 9, joined by single hyphens'
  throw brokenField({ ...origin, skill: name }, 'name', complaint)
}

/** Unlike any other text, the instructions may be empty. */
function readContent({ content }: Fields, origin: Origin): string {
  if (typeof content !== 'string') throw brokenField(origin, 'content', `must be text, got ${kindOf(content)}`)
  if (content.length <= CONTENT_MAX_LENGTH) return content
  throw brokenField(origin, 'content', `must have at most ${CONTENT_MAX_LENGTH} characters, got ${content.length}`)
}

function readProblems(value: unknown, drop: Drop): readonly SkillProblem[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) {
    drop('problems', `must be a list, got ${kindOf(value)}`)
    return undefined
  }
  const problems = value
    .slice(0, PROBLEMS_MAX_COUNT)
    .map((item: unknown) => (isObject(item) ? readProblem(item) : undefined))
  if (problems.includes(undefined)) drop('problems', 'must be problems as the interface has them')
  return Object.freeze(problems.filter((problem) => problem !== undefined).map((problem) => Object.freeze(problem)))
}

function readSummary(
  fields: Fields,
  given: Pick<SkillSummary, 'name' | 'description' | 'provider'>,
  drop: Drop,
): SkillSummary {
  const summary: Draft<SkillSummary> = { ...given, source: readSource(fields, given.provider, drop) }
  const whenToUse = optionalText(fields, 'whenToUse', drop)
  if (whenToUse !== undefined) summary.whenToUse = whenToUse
  const { disableModelInvocation: flag, resourceBase } = fields
  if (flag !== undefined) {
    if (typeof flag !== 'boolean') drop('disableModelInvocation', `must be true or false, got ${kindOf(flag)}`)
    summary.disableModelInvocation = flag !== false // Fails closed.
  }
  const base = resourceBase === undefined ? undefined : readResourceBase(resourceBase, drop)
  if (base !== undefined) summary.resourceBase = base
  return Object.freeze(summary)
}

/** Names the provider itself where no source is told. */
function readSource(fields: Fields, provider: string, drop: Drop): string {
  const fault = textFault(fields['source'])
  if (fault === undefined) return fields['source'] as string
  drop('source', fault)
  return provider
}

function readDetails(fields: Fields, drop: Drop): Pick<SkillCandidate, 'path' | 'metadata'> {
  const path = optionalText(fields, 'path', drop)
  const metadata = fields['metadata'] === undefined ? undefined : readMetadata(fields['metadata'], drop)
  return { ...(path !== undefined && { path }), ...(metadata !== undefined && { metadata }) }
}

/** The text itself, if it can be taken. */
export function textOf(value: unknown): string | undefined {
  return textFault(value) === undefined ? (value as string) : undefined
}

function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : undefined
}

/** Line, column and skill are left out where they make no sense: the rest is worth telling all the same. */
export function readProblem(fields: Fields): SkillProblem | undefined {
  const { severity } = fields
  const [code, message, path, hint, skill] = ['code', 'message', 'path', 'hint', 'skill'].map((field) =>
    textOf(fields[field]),
  )
  if (code === undefined || message === undefined || path === undefined || hint === undefined) return undefined
  if (severity !== 'error' && severity !== 'warning' && severity !== 'note') return undefined
  const line = countOf(fields['line'])
  const column = countOf(fields['column'])
  return {
    // The union of codes is open to providers, so no list at run time can hold them all.
    code: code as SkillProblemCode,
    severity,
    message,
    path,
    hint,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(skill !== undefined && { skill }),
  }
}

const BASE_FIELDS = { directory: 'path', url: 'url', opaque: 'description' } as const

function readResourceBase(value: unknown, drop: Drop): SkillResourceBase | undefined {
  const kind = isObject(value) ? value['kind'] : undefined
  if (!isObject(value) || (kind !== 'directory' && kind !== 'url' && kind !== 'opaque')) {
    drop('resourceBase', `must be an object of the kind directory, url or opaque, got ${kindOf(value)}`)
    return undefined
  }
  const field = BASE_FIELDS[kind]
  const text = optionalText(value, field, (_, fault) => drop(`resourceBase.${field}`, fault))
  if (text === undefined) {
    if (value[field] === undefined) drop(`resourceBase.${field}`, 'must be text, got nothing')
    return undefined
  }
  return Object.freeze({ kind, [field]: text } as unknown as SkillResourceBase)
}
