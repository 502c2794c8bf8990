import { brokenField, type Fields, isObject, kindOf, type Origin, readForeign } from './fields.ts'
import { candidateDropped, type Dropped, fieldDropped } from './messages.ts'
import type { SkillAlias, SkillCandidate, SkillCollection, SkillProblem, SkillProject, SkillRoot } from './provider.ts'
import { readCandidate, readProblem, textOf } from './read-skill.ts'

/** Most entries in any list of one answer: ten local roots filled to their limit of 20,000. */
export const ENTRIES_MAX_COUNT = 200_000

/** Most problems about what was left out of one answer. */
const DROPPED_MAX_COUNT = 1_000

/** The long form of an answer, checked and frozen, with every list in place. */
export type CheckedAnswer = Required<Omit<SkillCollection, 'project'>> & { readonly project: SkillProject | undefined }

/**
 * A checked copy of what a provider's `list` returned, in either form. What can be left out is left out, with a problem.
 * Throws `SkillContractError` for an answer that is none, and for a candidate with a broken name, description, rank or
 * provider.
 */
export function readAnswer(value: unknown, provider: string): CheckedAnswer {
  return readForeign({ provider, part: 'answer of list()' }, () => new AnswerReader(provider).read(value))
}

class AnswerReader {
  private readonly provider: string
  private readonly dropped: SkillProblem[] = []

  constructor(provider: string) {
    this.provider = provider
  }

  read(value: unknown): CheckedAnswer {
    const origin: Origin = { provider: this.provider, part: 'answer of list()' }
    if (!isObject(value)) {
      throw brokenField(origin, 'answer', `must be a list of candidates or a collection, got ${kindOf(value)}`)
    }
    const answer: Fields = Array.isArray(value) ? { candidates: value } : value
    const { candidates, complete, project } = answer
    const checked = {
      candidates: this.readCandidates(candidates, origin),
      roots: this.readList(answer, 'roots', rootOf),
      aliases: this.readList(answer, 'aliases', aliasOf),
      project: project === undefined ? undefined : this.readPart('project', project, projectOf),
      // Asked again when nobody can tell.
      complete: complete === undefined || complete === true,
    }
    if (complete !== undefined && typeof complete !== 'boolean') {
      this.drop({ field: 'complete', complaint: `must be true or false, got ${kindOf(complete)}` })
    }
    const problems = this.readList(answer, 'problems', readProblem)
    return { ...checked, problems: Object.freeze([...problems, ...this.dropped]) }
  }

  private readCandidates(value: unknown, origin: Origin): readonly SkillCandidate[] {
    if (!Array.isArray(value)) throw brokenField(origin, 'candidates', `must be a list, got ${kindOf(value)}`)
    const { length } = value
    if (length > ENTRIES_MAX_COUNT) {
      throw brokenField(origin, 'candidates', `must have at most ${ENTRIES_MAX_COUNT} entries, got ${length}`)
    }
    const candidates: SkillCandidate[] = []
    for (let index = 0; index < length; index += 1) {
      const item: unknown = value[index]
      const faults: (readonly [field: string, complaint: string])[] = []
      const part = `candidates[${index}]`
      const about: Origin = { provider: this.provider, part }
      const candidate = readForeign(about, () => readCandidate(item, about, (...fault) => faults.push(fault)))
      if (candidate !== undefined) candidates.push(candidate)
      for (const [field, complaint] of faults)
        this.dropOf(item as Fields, { field, complaint }, candidate === undefined)
    }
    return Object.freeze(candidates)
  }

  private dropOf({ name, path }: Fields, fault: Pick<Dropped, 'field' | 'complaint'>, isWhole: boolean): void {
    const skill = name as string // It was read, or the candidate would have been refused.
    const file = textOf(path)
    this.drop({ ...fault, skill, ...(file !== undefined && { path: file }) }, isWhole)
  }

  private drop(fault: Omit<Dropped, 'provider'>, isCandidate = false): void {
    if (this.dropped.length >= DROPPED_MAX_COUNT) return
    const dropped: Dropped = { ...fault, provider: this.provider }
    this.dropped.push(Object.freeze(isCandidate ? candidateDropped(dropped) : fieldDropped(dropped)))
  }

  private readList<T>(answer: Fields, field: string, read: (fields: Fields) => T | undefined): readonly T[] {
    const value = answer[field]
    if (value === undefined) return []
    if (!Array.isArray(value) || value.length > ENTRIES_MAX_COUNT) {
      this.drop({ field, complaint: `must be a list of at most ${ENTRIES_MAX_COUNT} entries, got ${kindOf(value)}` })
      return []
    }
    const items = Array.from(value, (item: unknown, index) => this.readPart(`${field}[${index}]`, item, read))
    return Object.freeze(items.filter((item) => item !== undefined))
  }

  private readPart<T>(field: string, value: unknown, read: (fields: Fields) => T | undefined): T | undefined {
    const part = isObject(value) ? read(value) : undefined
    if (part !== undefined) return Object.freeze(part)
    this.drop({ field, complaint: 'is not shaped as the interface has it' })
    return undefined
  }
}

function rootOf({ rank, state, ...fields }: Fields): SkillRoot | undefined {
  const [source, path, realPath, sameAs] = ['source', 'path', 'realPath', 'sameAs'].map((field) =>
    textOf(fields[field]),
  )
  if (typeof rank !== 'number' || !Number.isFinite(rank) || source === undefined || path === undefined) return undefined
  if (state !== 'read' && state !== 'missing' && state !== 'unreadable' && state !== 'same') return undefined
  const more = { ...(realPath !== undefined && { realPath }), ...(sameAs !== undefined && { sameAs }) }
  return { rank, source, path, state, ...more }
}

function aliasOf(fields: Fields): SkillAlias | undefined {
  const [name, path, owner] = ['name', 'path', 'aliasOf'].map((field) => textOf(fields[field]))
  return name === undefined || path === undefined || owner === undefined ? undefined : { name, path, aliasOf: owner }
}

function projectOf({ root, foundBy }: Fields): SkillProject | undefined {
  const folder = textOf(root)
  return folder === undefined || (foundBy !== 'git' && foundBy !== 'cwd') ? undefined : { root: folder, foundBy }
}
