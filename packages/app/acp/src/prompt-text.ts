import { RequestError } from '@agentclientprotocol/sdk'
import { fieldsOf } from './fields.ts'

/** Words, or a link that stands among them. */
interface Piece {
  readonly kind: 'text' | 'link'
  readonly text: string
}

/** What may stand before a link without a blank between them. */
const OPENING = /[\s([{<"']$/

/**
 * The blocks of a prompt as one text. A link to a resource stands in it where the user put it, as in Markdown; two texts
 * in a row are two lines. Throws `RequestError` for what is no list of blocks, at the first one that cannot be read.
 */
export function promptText(blocks: unknown): string {
  if (!Array.isArray(blocks)) throw RequestError.invalidParams(undefined, 'prompt is no list of content blocks')
  let text = ''
  let last: Piece['kind'] | undefined
  for (const [index, block] of blocks.entries()) {
    const piece = pieceOf(block, index)
    if (last === 'text' && piece.kind === 'text') text += '\n'
    else if (text !== '' && piece.kind === 'link' && !OPENING.test(text)) text += ' '
    text += piece.text
    last = piece.kind
  }
  return text
}

function pieceOf(block: unknown, index: number): Piece {
  const { type, text, name, uri } = fieldsOf(block)
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text }
  if (type === 'resource_link' && typeof uri === 'string') {
    return { kind: 'link', text: `[${typeof name === 'string' ? name : uri}](${uri})` }
  }
  throw RequestError.invalidParams(undefined, `prompt[${index}] is neither text nor a link to a resource`)
}
