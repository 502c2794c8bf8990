import { METADATA_KEY, type HeaderFields } from './fields.ts'
import type { ProblemList } from './problem-list.ts'
import { quote } from './quote.ts'
import { typeName } from './text-fields.ts'

/** The metadata, when it is a map: a null-prototype object. */
export function readMetadata(fields: HeaderFields, problems: ProblemList): Record<string, unknown> | undefined {
  const field = fields.get(METADATA_KEY)
  if (field === undefined || field.state === 'dropped') return undefined
  const { value, at, droppedKeys } = field
  if (!isRecord(value)) {
    const message = `metadata must be a map, got ${typeName(value)}, and is left out`
    problems.add('warning', { code: 'metadata-dropped', message, hint: 'Write it as keys with values, indented', at })
    return undefined
  }
  if (droppedKeys.length > 0) {
    const message = `metadata has keys that are not safe in an object, and they are left out: ${listed(droppedKeys)}`
    problems.add('warning', { code: 'metadata-dropped', message, hint: 'Rename them', at })
  }
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listed(keys: readonly string[]): string {
  return [...new Set(keys)].slice(0, 3).map(quote).join(', ')
}
