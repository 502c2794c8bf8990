import type { ToolCall } from '@deepseek-ai/dsh-llm'
import type { CallPiece } from './read-chunk.ts'

/** Most calls in one answer. */
export const MAX_CALLS = 128
/** Most of names, ids and arguments in one answer, in UTF-16 units. */
export const MAX_CALLS_LENGTH = 2 * 1024 * 1024

/** One call, as far as it came. */
class OpenCall {
  readonly index: string | undefined
  id = ''
  name = ''
  private readonly pieces: string[] = []
  private depth = 0
  private isInString = false
  private isEscaped = false

  constructor(index: string | undefined) {
    this.index = index
  }

  get hasArguments(): boolean {
    return this.pieces.length > 0
  }

  /** Whether the arguments are an object with its end. */
  get isComplete(): boolean {
    return this.hasArguments && this.depth === 0 && !this.isInString
  }

  /** A whole call may come once more at the end. */
  isRepeatedBy(piece: CallPiece): boolean {
    return this.isComplete && piece.id !== '' && piece.arguments === this.pieces.join('')
  }

  addArguments(text: string): void {
    if (text === '') return
    this.pieces.push(text)
    for (const character of text) {
      if (this.isEscaped) this.isEscaped = false
      else if (this.isInString && character === '\\') this.isEscaped = true
      else if (character === '"') this.isInString = !this.isInString
      else if (!this.isInString && /[{[]/.test(character)) this.depth += 1
      else if (!this.isInString && /[}\]]/.test(character)) this.depth -= 1
    }
  }

  call(): ToolCall {
    return { id: this.id, name: this.name, arguments: this.pieces.join('') }
  }
}

/** Puts the calls of one answer together from their pieces. */
export class GatheredCalls {
  private readonly calls: OpenCall[] = []
  private length = 0

  /** Returns false when the calls outgrow what one answer may hold. */
  add(piece: CallPiece): boolean {
    this.length += piece.id.length + piece.name.length + piece.arguments.length
    const known = this.callOf(piece)
    const call = known ?? new OpenCall(piece.index)
    if (!known) this.calls.push(call)
    call.id ||= piece.id
    // A name may be repeated with each piece, and may come in pieces itself.
    if (piece.name.startsWith(call.name)) call.name = piece.name
    else if (!call.hasArguments) call.name += piece.name
    if (!call.isRepeatedBy(piece)) call.addArguments(piece.arguments)
    return this.calls.length <= MAX_CALLS && this.length <= MAX_CALLS_LENGTH
  }

  all(): readonly ToolCall[] {
    return this.calls.map((call) => call.call())
  }

  /** The call that a piece goes on with. Some endpoints give no index, others the same one to all calls. */
  private callOf(piece: CallPiece): OpenCall | undefined {
    const { index, id } = piece
    const sameId = id === '' ? undefined : this.calls.find((call) => call.id === id)
    if (sameId && (index === undefined || sameId.index === undefined || sameId.index === index)) return sameId
    const last = index === undefined ? this.calls.at(-1) : this.calls.findLast((call) => call.index === index)
    if (!last) return undefined
    // Some endpoints make up an id for each piece: what is at the same place and unfinished goes on.
    const isSamePlace = index !== undefined && (piece.name === '' || (last.hasArguments && !last.isComplete))
    if (id !== '' && last.id !== '' && !isSamePlace) return undefined
    return startsAnother(piece, last) ? undefined : last
  }
}

/** A piece with a name begins a call of its own where the one before it is complete, or has another name. */
function startsAnother(piece: CallPiece, last: OpenCall): boolean {
  if (piece.name === '' || last.name === '') return false
  if (!last.hasArguments) return piece.index === undefined && piece.name !== last.name
  return piece.arguments !== '' && last.isComplete
}
