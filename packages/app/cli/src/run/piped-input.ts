import { isUtf8 } from 'node:buffer'
import { addAbortSignal } from 'node:stream'
import { frame } from '@deepseek-ai/dsh-tools/frame'
import type { CommandIo } from '../command-io.ts'
import { binaryInput, slowInput, silentInput, tooLongInput, unreadableInput, wrongInput } from './messages.ts'

/** Most bytes that are taken from stdin. */
const MAX_BYTES = 1024 * 1024

/** A pipe that nobody writes to, as programs hand it down to those that they start, is not waited for any longer. */
const FIRST_BYTE_MS = 3000

/** After this time it is told that the end of stdin is waited for. */
const SLOW_MS = 5000

type Input = Pick<CommandIo, 'stdin' | 'hasPipedInput' | 'signal'>

/** All of stdin as the prompt, without the line ends behind it. Throws an error with what to do. */
export async function readPrompt(io: Input, tell: (line: string) => void): Promise<string> {
  const bytes = await collect(io, Infinity, tell)
  const text = textOf(bytes ?? Buffer.alloc(0))
  let end = text.length
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1
  return text.slice(0, end)
}

/**
 * What was piped to the command beside a prompt, framed for the model; `undefined` when that is nothing. `tell` gets what
 * the user should know. Throws an error with what to do.
 */
export async function readPipedText(io: Input, tell: (line: string) => void): Promise<string | undefined> {
  if (!io.hasPipedInput) return undefined
  const bytes = await collect(io, FIRST_BYTE_MS, tell)
  if (!bytes) {
    tell(silentInput(FIRST_BYTE_MS))
    return undefined
  }
  const text = textOf(bytes)
  if (text.trim() === '') return undefined
  tell(`stdin: ${bytes.length} bytes go along with the prompt`)
  return frame('piped_input', text)
}

/** All bytes up to the end of stdin; `undefined` when none comes in `firstByteMs`. */
async function collect(
  { stdin, signal }: Input,
  firstByteMs: number,
  tell: (line: string) => void,
): Promise<Buffer | undefined> {
  const silence = new AbortController()
  const timers = [setTimeout(() => tell(slowInput()), SLOW_MS)]
  if (firstByteMs !== Infinity) timers.push(setTimeout(() => silence.abort(), firstByteMs))
  const chunks: Buffer[] = []
  try {
    const source: AsyncIterable<unknown> = addAbortSignal(AbortSignal.any([signal, silence.signal]), stdin)
    let size = 0
    for await (const chunk of source) {
      clearTimeout(timers[1])
      const piece = chunk instanceof Buffer ? chunk : Buffer.from(String(chunk))
      size += piece.length
      if (size > MAX_BYTES) throw new Error(tooLongInput())
      chunks.push(piece)
    }
  } catch (error) {
    if (silence.signal.aborted) return undefined
    const isOfSystem = error instanceof Error && 'code' in error && !signal.aborted
    throw isOfSystem ? new Error(unreadableInput(error.message), { cause: error }) : error
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
  return Buffer.concat(chunks)
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error(wrongInput())
  if (bytes.includes(0)) throw new Error(binaryInput())
  return bytes.toString().replace(/^\uFEFF/, '')
}
