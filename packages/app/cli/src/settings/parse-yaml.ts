import { isMap, isScalar, isSeq, LineCounter, parseDocument, type ParsedNode, type YAMLMap } from 'yaml'
import type { Place, SettingFault } from './fault.ts'
import { guardYaml } from './guard-yaml.ts'
import { explainYamlError } from './yaml-error.ts'

/** A path of keys and, in lists, of numbers. */
export type SettingPath = readonly PropertyKey[]

/** A text of settings, read. */
export interface SettingsText {
  readonly value: unknown
  /** Where the value of a setting begins; its key, where it has none. */
  placeOfValue(path: SettingPath): Place | undefined
  placeOfKey(path: SettingPath): Place | undefined
}

type ConfigMap = YAMLMap<ParsedNode, ParsedNode | null>

/** Reads a YAML map, strictly: what is not plain is a fault. An empty text is an empty map. */
export function parseSettingsText(source: string): SettingsText | SettingFault {
  const text = source.replace(/^\uFEFF/, '')
  const lines = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const document = parseGuarded(text, lines)
  if ('message' in document) return { ...document, place: placeAt(document.offset) }
  const { contents } = document
  if (contents !== null && !isMap<ParsedNode, ParsedNode | null>(contents)) {
    if (isScalar(contents) && contents.value === null) return { value: {}, ...placesIn(undefined, placeAt) }
    const hint = 'write each setting as `key: value`, with a blank after the colon'
    return { place: placeAt(contents.range[0]), message: 'the file holds no keys', hint }
  }
  return { value: contents === null ? {} : plainValue(contents), ...placesIn(contents ?? undefined, placeAt) }
}

function parseGuarded(text: string, lineCounter: LineCounter) {
  const finding = guardYaml(text)
  const document = parseDocument(finding ? text.slice(0, 0) : text, {
    lineCounter,
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    // Messages of `yaml` may quote the text, and that may be a key.
    prettyErrors: false,
    logLevel: 'silent',
  })
  return document
}

function placesIn(root: ConfigMap | undefined, placeAt: (offset: number) => Place) {
  return {
    placeOfValue: (path: SettingPath) => {
      const pair = findPair(root, path)
      return pair && placeAt((pair.value ?? pair.key).range[0])
    },
    placeOfKey: (path: SettingPath) => {
      const pair = findPair(root, path)
      return pair && placeAt(pair.key.range[0])
    },
  }
}
