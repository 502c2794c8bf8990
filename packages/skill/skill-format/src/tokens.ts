import { Parser, type CST } from 'yaml'
import { HEADER_MAX_DEPTH, HEADER_MAX_NODES } from './limits.ts'
import type { Finding } from './problem-list.ts'

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection

/** A YAML text in tokens that are safe to compose. Offsets count in that text. */
export interface TokenScan {
  readonly tokens: readonly CST.Token[]
  readonly nodes: number
  readonly anchors: Occurrences
  readonly tags: Occurrences
  readonly aliases: Occurrences
}

/** How often something occurs in a text, and where first. */
export interface Occurrences {
  readonly count: number
  readonly first: { readonly source: string; readonly offset: number } | undefined
}

const NONE: Occurrences = { count: 0, first: undefined }

/**
 * Cuts a YAML text into tokens and measures their tree without recursion: the guard in front of the composer, which
 * recurses and whose time grows with every node. Returns a finding when the text is not to be handed on.
 */
export function scanTokens(source: string): TokenScan | Finding {
  let tokens: readonly CST.Token[]
  try {
    tokens = [...new Parser().parse(source)]
  } catch (error) {
    // The parser of tokens recurses, too: some thousand levels of `- ` exhaust its stack.
    return error instanceof RangeError ? tooDeep(undefined) : tooComplex('The header cannot be read as YAML', undefined)
  }
  const scan = new Measure()
  for (const token of tokens) scan.addTopLevel(token)
  return scan.run() ?? { tokens, nodes: scan.nodes, anchors: scan.anchors, tags: scan.tags, aliases: scan.aliases }
}

/** Counts all that costs the composer a node or an error. */
class Measure {
  nodes = 0
  anchors = NONE
  tags = NONE
  aliases = NONE
  private readonly open: Collection[] = []
  /** The level of each entry of `open`; the outermost map is level 1. */
  private readonly levels: number[] = []

  addTopLevel(token: CST.Token): void {
    if (token.type === 'document') {
      this.nodes += 1
      this.addProperties(token.start)
      if (token.value) this.addNode(token.value, 1)
      if (token.end) this.addEnd(token.end)
    } else if (!isFiller(token.type)) this.nodes += 1
  }

  /** Walks all that was added. Stops at the first limit that is passed. */
  run(): Finding | undefined {
    for (let token = this.open.pop(); token !== undefined; token = this.open.pop()) {
      const level = this.levels.pop() ?? 1
      if (level > HEADER_MAX_DEPTH) return tooDeep(token.offset)
      for (const item of token.items) this.addItem(item, level + 1)
      if (this.nodes > HEADER_MAX_NODES) return tooManyNodes(token.offset)
    }
    return this.nodes > HEADER_MAX_NODES ? tooManyNodes(undefined) : undefined
  }

  private addItem(item: CST.CollectionItem & { readonly explicitKey?: true }, level: number): void {
    const { start, key, sep, value } = item
    // Of a pair, the missing half is an empty node.
    if (key || sep || item.explicitKey) this.nodes += 2
    else if (value) this.nodes += 1
    this.addProperties(start)
    if (key) this.addNode(key, level)
    if (sep) this.addProperties(sep)
    if (value) this.addNode(value, level)
  }

  private addNode(token: CST.Token, level: number): void {
    if (token.type === 'alias') this.aliases = withToken(this.aliases, token)
    else if (token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection') {
      this.open.push(token)
      this.levels.push(level)
    }
    if ('end' in token && token.end) this.addEnd(token.end)
  }

  /** Properties of a node, and the indicators before it. */
  private addProperties(tokens: readonly CST.SourceToken[]): void {
    let commas = 0
    for (const token of tokens) {
      if (token.type === 'anchor') this.anchors = withToken(this.anchors, token)
      else if (token.type === 'tag') this.tags = withToken(this.tags, token)
      else if (token.type !== 'comma' || (commas += 1) === 1) continue
      this.nodes += 1
    }
  }

  private addEnd(tokens: readonly CST.SourceToken[]): void {
    for (const { type } of tokens) if (!isFiller(type)) this.nodes += 1
  }
}

function isFiller(type: CST.Token['type']): boolean {
  return (
    type === 'space' || type === 'newline' || type === 'comment' || type === 'flow-map-end' || type === 'flow-seq-end'
  )
}

/** The walk does not follow the order of the text. */
function withToken({ count, first }: Occurrences, token: NonNullable<Occurrences['first']>): Occurrences {
  return { count: count + 1, first: first && first.offset < token.offset ? first : token }
}

function tooDeep(at: number | undefined): Finding {
  return tooComplex(`The header nests maps and lists more than ${HEADER_MAX_DEPTH} levels deep`, at)
}

/** The finding for a header with too many nodes. */
export function tooManyNodes(at: number | undefined): Finding {
  return tooComplex(`The header holds more than ${HEADER_MAX_NODES} keys and values`, at)
}

function tooComplex(message: string, at: number | undefined): Finding {
  const hint = 'Keep only what tells when to use the skill in the header, and move the rest below it'
  return { code: 'header-too-complex', message, hint, ...(at === undefined ? {} : { at }) }
}
