import type { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { type InputLine, LINE_MAX_BYTES, LineSplitter } from '@deepseek-ai/dsh-host-kit'
import { type RefusalCode, readMessage } from './read-message.ts'

/** A client sent a line that is longer than may be. What follows it cannot be told apart any more. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError'
}

export interface MessageStreamOptions {
  readonly input: Readable
  readonly output: Writable
  /** Called when the input has ended. The stream ends when it resolves: what is written until then still goes out. */
  readonly beforeEnd: () => Promise<void>
}

/**
 * Messages as lines of JSON over a pair of byte streams, for the library to work on.
 *
 * Its own stream takes broken UTF-8 for text, loses the connection over a message that it cannot quote, and forgets what
 * it was asked when the input ends. Here every line that is no message gets the error of the protocol, at once, and an
 * answer that nobody waits for is dropped.
 */
export class MessageStream implements Stream {
  readonly readable: ReadableStream<AnyMessage>
  readonly writable: WritableStream<AnyMessage>
  private readonly options: MessageStreamOptions
  /** Ids of our own requests that the client has not answered. */
  private readonly asked = new Set<unknown>()
  private unanswered = 0
  private whenAnswered = Promise.withResolvers<void>()

  constructor(options: MessageStreamOptions) {
    this.options = options
    this.readable = ReadableStream.from(this.messages())
    this.writable = new WritableStream({ write: (message) => this.send(message) })
  }

  /** Resolves when every request of the client's has its answer. */
  async answered(): Promise<void> {
    while (this.unanswered > 0) await this.whenAnswered.promise
  }

  private async *messages(): AsyncGenerator<AnyMessage, void, undefined> {
    const { input, beforeEnd } = this.options
    try {
      for await (const line of linesOf(endingQuietly(input))) {
        const message = this.received(line)
        if (!message) continue
        yield message
        // The library goes on in many small steps. The next message waits for them: a cancel finds its prompt under way.
        await setImmediate()
      }
    } catch (error) {
      if (error instanceof LineTooLongError) this.refuse(-32600, `Invalid request: ${error.message}`)
      throw error
    }
    await beforeEnd()
  }

  /** The message of a line, if it is one that somebody waits for. */
  private received(line: InputLine): AnyMessage | undefined {
    const reading = readMessage(line)
    switch (reading.kind) {
      case 'request':
        this.unanswered += 1
        return reading.message
      case 'notification':
        return reading.message
      case 'response':
        return this.asked.delete(reading.id) ? reading.message : undefined
      case 'refused':
        this.refuse(reading.code, reading.reason, reading.id)
        return undefined
      case 'blank':
        return undefined
    }
  }

  private async send(message: AnyMessage): Promise<void> {
    if (!('method' in message)) this.answeredOne()
    else if ('id' in message) this.asked.add(message.id)
    await this.write(message)
  }

  private answeredOne(): void {
    this.unanswered -= 1
    this.whenAnswered.resolve()
    this.whenAnswered = Promise.withResolvers()
  }

  /** Not waited for: a client may send all that it has to say before it reads. */
  private refuse(code: RefusalCode, message: string, id: string | number | null = null): void {
    this.write({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => {}) // Nobody is left to tell.
  }

  private write(message: AnyMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      this.options.output.write(messageLine(message), (error) => (error ? reject(error) : resolve()))
    })
  }
}

/** A message as its line. Halves of characters become U+FFFD: strict readers refuse a line that holds one. */
function messageLine(message: AnyMessage): string {
  const text = JSON.stringify(message)
  // Only half a character is ever escaped like that.
  if (!text.includes(String.raw`\ud`)) return `${text}\n`
  const whole: typeof text = JSON.stringify(message, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
  return `${whole}\n`
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<InputLine, void, undefined> {
  const splitter = new LineSplitter()
  for await (const chunk of chunks) yield* checked(splitter.push(chunk))
  yield* checked(splitter.end())
}

function* checked(lines: readonly InputLine[]): Generator<InputLine, void, undefined> {
  for (const line of lines) {
    if (line.kind === 'too-long') throw new LineTooLongError(`A line has more than ${LINE_MAX_BYTES} bytes.`)
    yield line
  }
}

/** The chunks of a stream that may break off: either way the client is gone. */
async function* endingQuietly(input: Readable): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of input) yield bytesOf(chunk)
  } catch {
    return // A broken pipe, or a stream that was destroyed.
  }
}

function bytesOf(chunk: unknown): Uint8Array {
  return chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk))
}
