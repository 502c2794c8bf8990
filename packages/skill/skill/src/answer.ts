import { copyCandidate, type Draft } from './candidate.ts'
import { brokenField, contain, Fields, kindOf, readList, type Origin } from './fields.ts'
import type { SkillProblem, SkillProblemCode } from './problem.ts'
import type { SkillAlias, SkillCollection, SkillProject, SkillRoot } from './provider.ts'

/** Most entries in any list of one answer: ten local roots filled to their limit of 20,000. */
export const ENTRIES_MAX_COUNT = 200_000

/** The long form of an answer, checked and frozen, with every list in place. */
export type CheckedAnswer = Required<Omit<SkillCollection, 'project'>> & { readonly project: SkillProject | undefined }

/**
 * A checked copy of what a provider's `list` returned, in either form. Throws `SkillContractError` at the first thing
 * that is not as the interface has it.
 */
export function copyAnswer(value: unknown, provider: string): CheckedAnswer {
  const origin: Origin = { provider, part: 'answer of list()' }
  if (contain(origin, 'answer', () => Array.isArray(value))) {
    return {
      candidates: copyCandidates(origin, value),
      problems: [],
      roots: [],
      aliases: [],
      project: undefined,
      complete: true,
    }
  }
  if (typeof value !== 'object' || value === null) {
    throw brokenField(origin, 'answer', `must be a list of candidates or a collection, got ${kindOf(value)}`)
  }
  const fields = new Fields(value, origin)
  const candidates = copyCandidates(origin, fields.read('candidates'))
  const list = <T>(field: string, copyItem: (item: Fields) => T): readonly T[] => {
    const items = fields.read(field)
    if (items === undefined) return []
    return readList(origin, field, items, ENTRIES_MAX_COUNT, (item, index) =>
      copyItem(new Fields(item, { provider, part: field, index })),
    )
  }
  const project = fields.read('project')
  return {
    candidates,
    problems: list('problems', copyProblem),
    roots: list('roots', copyRoot),
    aliases: list('aliases', copyAlias),
    project: project === undefined ? undefined : copyProject(new Fields(project, { provider, part: 'project' })),
    complete: fields.optionalFlag('complete') ?? true,
  }
}

function copyCandidates(origin: Origin, value: unknown): CheckedAnswer['candidates'] {
  return readList(origin, 'candidates', value, ENTRIES_MAX_COUNT, (item, index) =>
    copyCandidate(item, { provider: origin.provider, part: 'candidates', index }),
  )
}

export function copyProblem(fields: Fields): SkillProblem {
  const copy: Draft<SkillProblem> = {
    // The union of codes is open to providers, so no list at run time can hold them all.
    code: fields.text('code') as SkillProblemCode,
    severity: fields.choice('severity', ['error', 'warning', 'note']),
    message: fields.text('message'),
    path: fields.text('path'),
    hint: fields.text('hint'),
  }
  const line = fields.optionalCount('line')
  if (line !== undefined) copy.line = line
  const column = fields.optionalCount('column')
  if (column !== undefined) copy.column = column
  const skill = fields.optionalText('skill')
  if (skill !== undefined) copy.skill = skill
  return Object.freeze(copy)
}

function copyRoot(fields: Fields): SkillRoot {
  const copy: Draft<SkillRoot> = {
    rank: fields.number('rank'),
    source: fields.text('source'),
    path: fields.text('path'),
    state: fields.choice('state', ['read', 'missing', 'unreadable', 'same']),
  }
  const realPath = fields.optionalText('realPath')
  if (realPath !== undefined) copy.realPath = realPath
  const sameAs = fields.optionalText('sameAs')
  if (sameAs !== undefined) copy.sameAs = sameAs
  return Object.freeze(copy)
}

function copyAlias(fields: Fields): SkillAlias {
  return Object.freeze({ name: fields.text('name'), path: fields.text('path'), aliasOf: fields.text('aliasOf') })
}

function copyProject(fields: Fields): SkillProject {
  return Object.freeze({ root: fields.text('root'), foundBy: fields.choice('foundBy', ['git', 'cwd']) })
}
