import { FLAG_KEYS, fieldsUnder, type HeaderField, type HeaderFields } from './fields.ts'
import type { ProblemList } from './problem-list.ts'

const HIDDEN_WORDS: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1'])
const SHOWN_WORDS: ReadonlySet<string> = new Set(['false', 'no', 'off', '0'])

/** Whether the skill is hidden from the model. Fails closed: whatever is unclear, repaired or contradictory hides it. */
export function readFlag(fields: HeaderFields, problems: ProblemList): boolean {
  const given = fieldsUnder(fields, FLAG_KEYS)
  if (given.length === 0) return false
  const unclear = given.find((field) => meaningOf(field) === undefined)
  const hidden = given.find((field) => meaningOf(field) === true)
  const shown = given.find((field) => meaningOf(field) === false)
  if (unclear) warn(problems, unclear, unclearReason(unclear))
  else if (hidden && shown) warn(problems, shown, `${hidden.key} and ${shown.key} disagree`)
  return unclear !== undefined || hidden !== undefined
}

function meaningOf({ state, value }: HeaderField): boolean | undefined {
  if (state !== 'read') return undefined
  if (typeof value !== 'boolean' && typeof value !== 'number' && typeof value !== 'string') return undefined
  const word = String(value).trim().toLowerCase()
  if (HIDDEN_WORDS.has(word)) return true
  return SHOWN_WORDS.has(word) ? false : undefined
}

function unclearReason({ key, state }: HeaderField): string {
  return state === 'read' ? `${key} is neither true nor false` : `${key} could not be read as it stands`
}

function warn(problems: ProblemList, field: HeaderField, reason: string): void {
  problems.add('warning', {
    code: 'flag-unclear',
    message: `${reason}, so the skill is hidden from the model`,
    hint: 'Write `disable-model-invocation: true` or `disable-model-invocation: false`',
    at: field.at,
  })
}
