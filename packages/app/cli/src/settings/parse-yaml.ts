import { isMap, isScalar, isSeq, LineCounter, parseDocument, type ParsedNode } from 'yaml'
import type { Place, SettingFault } from './fault.ts'
import { guardYaml } from './guard-yaml.ts'
import { explainYamlError, type YamlFinding } from './yaml-error.ts'

/** A path of keys and, in lists, of numbers. */
export type SettingPath = readonly PropertyKey[]

/** A text of settings, read. */
export interface SettingsText {
  /** Maps have no prototype. */
  readonly value: unknown
  /** Where the key stands, or the entry of a list; `undefined` when there is none. */
  placeOfKey(path: SettingPath): Place | undefined
  /** Where the value begins; its key where it has none. */
  placeOfValue(path: SettingPath): Place | undefined
}

/** Reads YAML strictly: what is not plain is a fault. An empty text is an empty map; that anything else is a map is not checked. */
export function parseSettingsText(source: string): SettingsText | SettingFault {
  const text = source.replace(/^\uFEFF/, '')
  const lines = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const root = parseGuarded(text, lines)
  if (root && 'message' in root) {
    const { message, hint, offset } = root
    return { message, hint, place: placeAt(offset) }
  }
  return {
    value: root === undefined || isNothing(root) ? {} : plainValue(root),
    placeOfKey: (path) => {
      const found = find(root, path)
      return found && placeAt(found.key.range[0])
    },
    placeOfValue: (path) => {
      const found = find(root, path)
      return found && placeAt((found.value ?? found.key).range[0])
    },
  }
}

/** Fills `lines`. */
function parseGuarded(text: string, lines: LineCounter): ParsedNode | YamlFinding | undefined {
  const finding = guardYaml(text, lines.addNewLine)
  if (finding) return finding
  const { errors, contents } = parseDocument(text, {
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    prettyErrors: false,
  })
  const [error] = errors
  return error ? explainYamlError(error) : (contents ?? undefined)
}

function isNothing(node: ParsedNode): boolean {
  return isScalar(node) && node.value === null
}

/** Recursion is safe: the guard has bounded the depth. */
function plainValue(node: ParsedNode | null): unknown {
  if (isMap<ParsedNode, ParsedNode | null>(node)) {
    const map: Record<string, unknown> = Object.create(null)
    for (const { key, value } of node.items) map[keyOf(key)] = plainValue(value)
    return map
  }
  if (isSeq<ParsedNode>(node)) return node.items.map(plainValue)
  return isScalar(node) ? node.value : null
}

interface Found {
  readonly key: ParsedNode
  readonly value: ParsedNode | null
}

function find(root: ParsedNode | undefined, path: SettingPath): Found | undefined {
  let found: Found | undefined = root && { key: root, value: root }
  for (const segment of path) {
    const node: ParsedNode | null | undefined = found?.value
    if (isMap<ParsedNode, ParsedNode | null>(node)) found = node.items.find(({ key }) => keyOf(key) === segment)
    else if (isSeq<ParsedNode>(node) && typeof segment === 'number') found = entry(node.items[segment])
    else return undefined
  }
  return found
}

function entry(node: ParsedNode | undefined): Found | undefined {
  return node && { key: node, value: node }
}

function keyOf(key: ParsedNode): string {
  return isScalar(key) ? String(key.value) : ''
}
