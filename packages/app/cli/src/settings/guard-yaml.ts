import { Parser, type CST } from 'yaml'
import type { YamlFinding } from './yaml-error.ts'

/** Deepest nesting of maps and lists; the settings need four levels. */
const MAX_DEPTH = 16

/** Most keys, values, maps and lists. */
const MAX_NODES = 1024

/**
 * What must not reach the composer of `yaml`: it recurses, and its check for duplicate keys is quadratic. Settings have no
 * use for aliases, anchors, tags and directives either, which make a text mean something else than it says. Tells
 * `onNewLine` where each line begins.
 */
export function guardYaml(text: string, onNewLine: (offset: number) => void): YamlFinding | undefined {
  let tokens: readonly CST.Token[]
  try {
    tokens = [...new Parser(onNewLine).parse(text)]
  } catch (error) {
    // The parser of tokens recurses, too.
    if (error instanceof RangeError) return tooDeep(0)
    throw error
  }
  const open: { readonly token: CST.Token; readonly depth: number }[] = []
  for (const token of tokens) {
    if (token.type === 'directive') return notAccepted('a directive', token.offset)
    if (token.type !== 'document') continue
    const finding = findProperty(token.start)
    if (finding) return finding
    if (token.value) open.push({ token: token.value, depth: 1 })
  }
  return walk(open)
}

function walk(open: { readonly token: CST.Token; readonly depth: number }[]): YamlFinding | undefined {
  let nodes = 0
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { token, depth } = node
    nodes += 1
    if (nodes > MAX_NODES)
      return { message: `more than ${MAX_NODES} keys and values`, hint: 'shorten the file', offset: 0 }
    if (token.type === 'alias') return notAccepted('an alias', token.offset)
    if (!('items' in token)) continue
    if (depth > MAX_DEPTH) return tooDeep(token.offset)
    for (const { start, key, sep, value } of token.items) {
      const finding = findProperty(start) ?? findProperty(sep ?? [])
      if (finding) return finding
      for (const child of [key, value]) if (child) open.push({ token: child, depth: depth + 1 })
    }
  }
  return undefined
}

function findProperty(tokens: readonly CST.SourceToken[]): YamlFinding | undefined {
  const token = tokens.find(({ type }) => type === 'anchor' || type === 'tag')
  return token && notAccepted(token.type === 'tag' ? 'a tag' : 'an anchor', token.offset)
}

function notAccepted(what: string, offset: number): YamlFinding {
  return { message: `YAML reads this as ${what}, which settings do not have`, hint: 'quote the value', offset }
}

function tooDeep(offset: number): YamlFinding {
  return { message: `nested more than ${MAX_DEPTH} levels deep`, hint: 'the settings need four levels', offset }
}
