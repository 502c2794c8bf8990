import { isScalar, type Pair, type ParsedNode } from 'yaml'
import { toPlain } from './plain.ts'

/** One key of the header with its value, as nodes. */
export type HeaderPair = Pair<ParsedNode, ParsedNode | null>

export const NAME_KEY = 'name'
export const DESCRIPTION_KEY = 'description'
export const WHEN_TO_USE_KEYS = ['whenToUse', 'when_to_use', 'when-to-use'] as const
export const FLAG_KEYS = ['disableModelInvocation', 'disable-model-invocation'] as const
export const METADATA_KEY = 'metadata'

const USED_KEYS: ReadonlySet<unknown> = new Set([
  NAME_KEY,
  DESCRIPTION_KEY,
  ...WHEN_TO_USE_KEYS,
  ...FLAG_KEYS,
  METADATA_KEY,
])

const TEXT_KEYS: ReadonlySet<string> = new Set([NAME_KEY, DESCRIPTION_KEY, ...WHEN_TO_USE_KEYS])

/** A key of the header that we use. Places are indexes in the file's text. */
export interface HeaderField {
  readonly key: string
  /** Where its value starts; where its key starts when there is no value. */
  readonly at: number
  /** `repaired`: the value is the text of the line, word for word. `dropped`: it was there, and could not be read. */
  readonly state: 'read' | 'repaired' | 'dropped'
  readonly value: unknown
  /** Where a comment ends an unquoted value, or stands in its place. */
  readonly commentAt?: number
  /** Keys inside the value that were left out. */
  readonly droppedKeys: readonly string[]
}

export type HeaderFields = ReadonlyMap<string, HeaderField>

/** The fields that the header has under `keys`, in the order of `keys`. */
export function fieldsUnder(fields: HeaderFields, keys: readonly string[]): HeaderField[] {
  const found: HeaderField[] = []
  for (const key of keys) {
    const field = fields.get(key)
    if (field) found.push(field)
  }
  return found
}

/** Whether a skill's header means something to us under this key. */
export function isUsedKey(key: unknown): key is string {
  return USED_KEYS.has(key)
}

/** Whether no skill goes without this key. */
export function isRequired(key: string | undefined): key is typeof NAME_KEY | typeof DESCRIPTION_KEY {
  return key === NAME_KEY || key === DESCRIPTION_KEY
}

/** Whether the value of this key is one text. */
export function isTextKey(key: string): boolean {
  return TEXT_KEYS.has(key)
}

/** The fields among `pairs`, which stand in `source`, which stands at `offset` in the file. */
export function fieldsOf(pairs: readonly HeaderPair[], source: string, offset: number): Map<string, HeaderField> {
  const fields = new Map<string, HeaderField>()
  for (const pair of pairs) {
    if (isScalar(pair.key) && isUsedKey(pair.key.value)) {
      fields.set(pair.key.value, fieldOf(pair.key.value, pair, source, offset))
    }
  }
  return fields
}

function fieldOf(key: string, pair: HeaderPair, source: string, offset: number): HeaderField {
  const node = pair.value
  const droppedKeys: string[] = []
  // A text is copied when it is taken into the header, what is in a map here.
  const value = isScalar(node) ? node.value : toPlain(node, droppedKeys)
  const isEmpty = node === null || node.range[0] === node.range[1]
  const at = offset + (isEmpty ? pair.key.range[0] : node.range[0])
  const field: HeaderField = { key, at, state: 'read', value, droppedKeys }
  if (!isScalar(node) || (node.type !== 'PLAIN' && !isEmpty)) return field
  const comment = commentAfter(source, node.range[1])
  return comment === undefined ? field : { ...field, commentAt: offset + comment }
}

function commentAfter(source: string, from: number): number | undefined {
  let at = from
  while (source[at] === ' ' || source[at] === '\t') at += 1
  return source[at] === '#' ? at : undefined
}
