import { Parser, type CST } from 'yaml'
import { HEADER_MAX_DEPTH, HEADER_MAX_NODES } from './limits.ts'
import type { Finding } from './problem-list.ts'
import { escapeText } from './quote.ts'
import { thrownText } from './thrown.ts'

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
    if (error instanceof RangeError) return tooDeep(undefined)
    return tooComplex(`The header cannot be read: ${escapeText(thrownText(error))}`, undefined)
  }
  const scan = new Measure()
  for (const token of tokens) {
    if (token.type === 'document') scan.addDocument(token)
    else if (token.type === 'error') scan.nodes += 1
  }
  return scan.run() ?? { tokens, nodes: scan.nodes, anchors: scan.anchors, tags: scan.tags, aliases: scan.aliases }
}

class Measure {
  nodes = 0
  anchors = NONE
  tags = NONE
  aliases = NONE
  private readonly open: Collection[] = []
  /** The level of each entry of `open`; the outermost map is level 1. */
  private readonly levels: number[] = []

  addDocument(document: CST.Document): void {
    this.addProperties(document.start)
    if (document.value) this.addNode(document.value, 1)
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

  private addItem({ start, key, sep, value }: CST.CollectionItem, level: number): void {
    this.addProperties(start)
    if (key) this.addNode(key, level)
    if (sep) this.addProperties(sep)
    if (value) this.addNode(value, level)
    // A key without a value has an empty one. Stray commas are no nodes, yet each costs the composer an error.
    else if (sep || (!key && start[0]?.type === 'comma')) this.nodes += 1
  }

  private addNode(token: CST.Token, level: number): void {
    this.nodes += 1
    if (token.type === 'alias') this.aliases = withToken(this.aliases, token)
    else if (token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection') {
      this.open.push(token)
      this.levels.push(level)
    }
  }

  private addProperties(properties: readonly CST.SourceToken[]): void {
    for (const property of properties) {
      if (property.type !== 'anchor' && property.type !== 'tag') continue
      this.nodes += 1
      if (property.type === 'anchor') this.anchors = withToken(this.anchors, property)
      else this.tags = withToken(this.tags, property)
    }
  }
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
