import { copyProblem } from './answer.ts'
import { readDetails, readName, readSummary, wrongProvider, type Draft } from './candidate.ts'
import { Fields, kindOf, type Origin, readList } from './fields.ts'
import type { SkillDefinition } from './shapes.ts'

/** Longest `content`, in UTF-16 units: as many as the largest SKILL.md has bytes. */
export const CONTENT_MAX_LENGTH = 2 * 1024 * 1024

/** Most `problems` of one text. */
const PROBLEMS_MAX_COUNT = 100

/** The label of a runtime skill that gives none, and a name that no provider may have. */
export const RUNTIME_LABEL = 'runtime'

/**
 * A checked, frozen copy of what a provider's `get` returned for `skill`; `undefined` when it returned nothing, or a
 * skill of another name. Throws `SkillContractError`.
 */
export function copyDefinition(value: unknown, provider: string, skill: string): SkillDefinition | undefined {
  if (value === undefined) return undefined
  const origin: Origin = { provider, part: 'definition', skill }
  const fields = new Fields(value, origin)
  if (fields.text('name') !== skill) return undefined
  const copy = readDefinition(fields, skill)
  if (copy.provider !== provider) throw wrongProvider(fields)
  return Object.freeze(copy)
}

/** A checked, frozen copy of a skill that lives in code. Throws `SkillContractError`. */
export function copyRegistration(value: unknown): SkillDefinition {
  const origin: Origin = { provider: RUNTIME_LABEL, part: 'registration' }
  const fields = new Fields(value, origin)
  return Object.freeze(readDefinition(fields, readName(fields), RUNTIME_LABEL))
}

function readDefinition(fields: Fields, name: string, label?: string): SkillDefinition {
  const copy: Draft<SkillDefinition> = Object.assign(readSummary(fields, name, label), { content: readContent(fields) })
  readDetails(fields, copy)
  const problems = fields.read('problems')
  if (problems !== undefined) copy.problems = copyProblems(fields.origin, problems)
  return copy
}

function copyProblems(origin: Origin, value: unknown): NonNullable<SkillDefinition['problems']> {
  return readList(origin, 'problems', value, PROBLEMS_MAX_COUNT, (item, index) =>
    copyProblem(new Fields(item, { ...origin, part: 'problems', index })),
  )
}

/** Unlike any other text, the instructions may be empty. */
function readContent(fields: Fields): string {
  const content = fields.read('content')
  if (typeof content !== 'string') throw fields.broken('content', `must be text, got ${kindOf(content)}`)
  if (content.length <= CONTENT_MAX_LENGTH) return content
  throw fields.broken('content', `must have at most ${CONTENT_MAX_LENGTH} characters, got ${content.length}`)
}
