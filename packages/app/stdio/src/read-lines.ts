import { addAbortSignal, type Readable } from 'node:stream'
import { type InputLine, LineSplitter } from '@deepseek-ai/dsh-host-kit'

/**
 * The lines of `input`, together those that came in together; no more is read while the last ones are worked on. Ends at
 * the end of the input or when the signal fires; `input` is destroyed then. Throws when it cannot be read.
 */
export async function* readLines(input: Readable, signal: AbortSignal): AsyncGenerator<readonly InputLine[]> {
  const splitter = new LineSplitter()
  const chunks: AsyncIterable<unknown> = addAbortSignal(signal, input)
  try {
    for await (const chunk of chunks) yield splitter.push(chunk instanceof Buffer ? chunk : Buffer.from(String(chunk)))
  } catch (error) {
    if (signal.aborted) return
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`the input cannot be read: ${reason}`, { cause: error })
  }
  if (!signal.aborted) yield splitter.end()
}
