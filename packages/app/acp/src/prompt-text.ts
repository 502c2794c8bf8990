import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RequestError } from '@agentclientprotocol/sdk'
import { fieldsOf } from './fields.ts'

/** Words, or a link that stands among them. */
interface Piece {
  readonly kind: 'text' | 'link'
  readonly text: string
}

/** What may stand before a link without a blank between them. */
const OPENING = /[\s([{<"']$/

/** What a path in a link cannot hold without hiding where it ends. */
const CONTROL = /\p{Cc}/u

/**
 * The blocks of a prompt as one text. A link to a resource stands in it where the user put it, as in Markdown, but behind
 * a command that it would hide; two texts in a row are two lines. Throws `RequestError` for what is not a list of blocks,
 * at the first one that cannot be read.
 */
export function promptText(blocks: unknown): string {
  if (!Array.isArray(blocks)) throw RequestError.invalidParams(undefined, 'prompt is no list of content blocks')
  let text = ''
  let last: Piece['kind'] | undefined
  for (const piece of commandFirst(blocks.map(pieceOf))) {
    if (last === 'text' && piece.kind === 'text') text += '\n'
    else if (text !== '' && piece.kind === 'link' && !OPENING.test(text)) text += ' '
    text += piece.text
    last = piece.kind
  }
  return text
}

/** Editors put the files that a user attaches in front of the words. There they would make prose of a command. */
function commandFirst(pieces: readonly Piece[]): readonly Piece[] {
  const start = pieces.findIndex(({ kind, text }) => kind === 'text' && text.trim() !== '')
  if (pieces[start]?.text.trimStart().startsWith('/') !== true) return pieces
  return [...pieces.slice(start), ...pieces.slice(0, start).filter(({ kind }) => kind === 'link')]
}

function pieceOf(block: unknown, index: number): Piece {
  const { type, text, name, uri } = fieldsOf(block)
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text }
  if (type === 'resource_link' && typeof uri === 'string') {
    return { kind: 'link', text: linkText(uri, typeof name === 'string' ? name.trim() : '') }
  }
  throw RequestError.invalidParams(undefined, `prompt[${index}] is neither text nor a link to a resource`)
}

function linkText(uri: string, name: string): string {
  const file = fileOf(uri)
  const target = file?.path ?? uri.replace(/\s/gu, encodeURIComponent)
  const label = name === '' ? (file === undefined ? target : basename(target)) : name
  const part = file === undefined || file.part === '' ? '' : ` (${file.part})`
  return `[${label.replace(/\s+/gu, ' ').replace(/[[\]\\`]/g, String.raw`\$&`)}](${target})${part}`
}

/** The path that a `file:` address stands for, and the part of the file, e.g. `#L3`; `undefined` for any other address. */
function fileOf(uri: string): { readonly path: string; readonly part: string } | undefined {
  const url = URL.parse(uri)
  if (url?.protocol !== 'file:') return undefined
  const part = url.search + url.hash
  url.search = ''
  url.hash = ''
  const path = localPath(url)
  return path === undefined || CONTROL.test(path) ? undefined : { path, part }
}

function localPath(url: URL): string | undefined {
  try {
    return fileURLToPath(url)
  } catch (error) {
    // A lone `%` in a path that was never encoded; else another machine's file, or an encoded slash.
    return error instanceof URIError ? url.pathname.replaceAll('%20', ' ') : undefined
  }
}
