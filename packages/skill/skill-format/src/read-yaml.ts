import { Composer, Schema, isMap, type Document, type Pair, type ParsedNode } from 'yaml'
import { findDuplicateKeys } from './duplicates.ts'
import type { Finding } from './problem-list.ts'
import { quote } from './quote.ts'
import { thrownText } from './thrown.ts'
import { scanTokens, type Occurrences, type TokenScan } from './tokens.ts'
import { explainYamlError } from './yaml-fault.ts'

/** One key of the header with its value, as nodes. */
export type HeaderPair = Pair<ParsedNode, ParsedNode | null>

/** What a YAML text holds. Places in findings and nodes count in that text. */
export type YamlReading =
  | {
      readonly kind: 'map'
      readonly pairs: readonly HeaderPair[]
      readonly warnings: readonly Finding[]
      readonly nodes: number
    }
  /** Not what it should be; `faults` has at least one finding. */
  | { readonly kind: 'faulty'; readonly faults: readonly Finding[]; readonly nodes: number }
  /** Refused unread, and never to be repaired. */
  | { readonly kind: 'too-complex'; readonly fault: Finding }

/** One schema for all headers: it holds no state, since no tag beyond it is resolved. */
const SCHEMA = new Schema({ schema: 'core', merge: false, resolveKnownTags: false })
const COMPOSER_OPTIONS = { schema: SCHEMA, uniqueKeys: false, logLevel: 'silent' } as const

/** Reads a YAML text of one map: tokens, guard, composition. Never throws. */
export function readYaml(source: string): YamlReading {
  const scan = scanTokens(source)
  if ('code' in scan) return { kind: 'too-complex', fault: scan }
  const { nodes } = scan
  if (scan.aliases.first) return { kind: 'faulty', faults: [aliasFinding(scan.aliases.first)], nodes }
  const composed = compose(scan, source)
  if ('code' in composed) return { kind: 'faulty', faults: [composed], nodes }
  const { contents } = composed
  const faults = findDuplicateKeys(contents)
  if (faults.length > 0) return { kind: 'faulty', faults, nodes }
  if (isMap<ParsedNode, ParsedNode | null>(contents)) {
    return { kind: 'map', pairs: contents.items, warnings: propertyWarnings(scan), nodes }
  }
  const isEmpty = contents === null || contents.range[0] === contents.range[1]
  return isEmpty
    ? { kind: 'map', pairs: [], warnings: [], nodes }
    : { kind: 'faulty', faults: [notMap(contents)], nodes }
}

function compose(scan: TokenScan, source: string): { readonly contents: ParsedNode | null } | Finding {
  let documents: Document.Parsed[]
  try {
    documents = [...new Composer(COMPOSER_OPTIONS).compose(scan.tokens, true, source.length)]
  } catch (error) {
    // `yaml` reports what it foresees; anything else that it throws means the same: this header is not readable.
    return explainYamlError({ code: 'THROWN', message: thrownText(error), pos: [0, 0] }, source)
  }
  const [document, second] = documents
  const error = document?.errors[0]
  if (error) return explainYamlError(error, source)
  return second ? severalDocuments(second.range[0]) : { contents: document?.contents ?? null }
}

function severalDocuments(at: number): Finding {
  return {
    code: 'yaml-syntax',
    message: 'The header holds more than one YAML document',
    hint: 'Remove the line that starts with `...` or `---`',
    at,
  }
}

type FirstToken = NonNullable<Occurrences['first']>

function aliasFinding({ source, offset }: FirstToken): Finding {
  return {
    code: 'yaml-alias',
    message: `YAML reads ${quote(source)} as an alias, and aliases are not accepted`,
    hint: 'Quote the value',
    at: offset,
  }
}

function notMap(root: ParsedNode): Finding {
  return {
    code: 'header-not-map',
    message: 'The header holds no keys',
    hint: 'Write each line as `key: value`, with a blank after the colon',
    at: root.range[0],
  }
}

/** Tags and anchors eat the first word of an unquoted value. One warning of a kind: it names the first, and says how many. */
function propertyWarnings({ anchors, tags }: TokenScan): Finding[] {
  const warnings: Finding[] = []
  if (anchors.first) warnings.push(propertyWarning('yaml-anchor', 'an anchor', anchors.first, anchors.count))
  if (tags.first) warnings.push(propertyWarning('yaml-tag', 'a tag', tags.first, tags.count))
  return warnings
}

function propertyWarning(code: Finding['code'], kind: string, first: FirstToken, count: number): Finding {
  const more = count > 1 ? ` (the first of ${count} in this header)` : ''
  const message = `YAML reads ${quote(first.source)} as ${kind}, not as text${more}`
  return { code, message, hint: 'Quote the value', at: first.offset }
}
