import { Composer, Schema, isMap, type Document, type ParsedNode } from 'yaml'
import { findDuplicateKeys } from './duplicates.ts'
import type { HeaderPair } from './fields.ts'
import { explainFalseKey, explainShallowText } from './line-fault.ts'
import type { Finding } from './problem-list.ts'
import { adviseQuotes } from './quote-advice.ts'
import { quote } from './quote.ts'
import { lineAround } from './source-line.ts'
import { scanTokens, type Occurrences, type TokenScan } from './tokens.ts'
import { explainYamlError } from './yaml-fault.ts'

/** What a YAML text holds. Places in findings and nodes count in that text. */
export type YamlReading =
  | {
      readonly kind: 'map'
      readonly pairs: readonly HeaderPair[]
      readonly warnings: readonly Finding[]
      readonly nodes: number
    }
  /** One map in which keys are given more than once, at any level: that many `faults`. */
  | {
      readonly kind: 'duplicates'
      readonly pairs: readonly HeaderPair[]
      readonly warnings: readonly Finding[]
      readonly faults: readonly Finding[]
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
  if (scan.aliases.first) return { kind: 'faulty', faults: [aliasFinding(scan.aliases.first, source)], nodes }
  const composed = compose(scan, source)
  if ('code' in composed) return { kind: 'faulty', faults: [composed], nodes }
  const { contents } = composed
  const faults = findDuplicateKeys(contents)
  if (isMap<ParsedNode, ParsedNode | null>(contents)) {
    const map = { pairs: contents.items, warnings: propertyWarnings(scan, source), nodes }
    return faults.length > 0 ? { kind: 'duplicates', ...map, faults } : { kind: 'map', ...map }
  }
  if (faults.length > 0) return { kind: 'faulty', faults, nodes }
  const isEmpty = contents === null || contents.range[0] === contents.range[1]
  return isEmpty
    ? { kind: 'map', pairs: [], warnings: [], nodes }
    : { kind: 'faulty', faults: [notMap(contents, source)], nodes }
}

function compose(scan: TokenScan, source: string): { readonly contents: ParsedNode | null } | Finding {
  let documents: Document.Parsed[]
  try {
    documents = [...new Composer(COMPOSER_OPTIONS).compose(scan.tokens, true, source.length)]
  } catch {
    // `yaml` reports what it foresees; anything else that it throws means the same: this header is not readable.
    return explainYamlError({ code: 'THROWN', message: '', pos: [0, 0] }, source)
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

function aliasFinding({ source: word, offset }: FirstToken, source: string): Finding {
  const shallow = explainShallowText(source, lineAround(source, offset))
  if (shallow) return shallow
  return {
    code: 'yaml-alias',
    message: `YAML reads ${quote(word)} as an alias, and aliases are not accepted`,
    hint: adviseQuotes(source, offset),
    at: offset,
  }
}

/** A list or a text: mostly because of what the first line lacks. */
function notMap(root: ParsedNode, source: string): Finding {
  const at = root.range[0]
  const { message, hint } = explainFalseKey(source, at) ?? {
    message: 'The header holds no keys',
    hint: 'Write each line as `key: value`, with a blank after the colon',
  }
  return { code: 'header-not-map', message, hint, at }
}

/** Tags and anchors eat the first word of an unquoted value. One warning of a kind: it names the first, and says how many. */
function propertyWarnings({ anchors, tags }: TokenScan, source: string): Finding[] {
  return [
    ...propertyWarning('yaml-anchor', 'an anchor', anchors, source),
    ...propertyWarning('yaml-tag', 'a tag', tags, source),
  ]
}

function propertyWarning(
  code: Finding['code'],
  kind: string,
  { first, count }: Occurrences,
  source: string,
): Finding[] {
  if (first === undefined) return []
  const more = count > 1 ? ` (the first of ${count} in this header)` : ''
  const message = `YAML reads ${quote(first.source)} as ${kind}, not as text${more}`
  return [{ code, message, hint: adviseQuotes(source, first.offset), at: first.offset }]
}
