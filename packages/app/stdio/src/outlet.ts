import type { Writable } from 'node:stream'
import type { Flushed } from './display.ts'

export type OutputStream = Writable & { readonly isTTY?: boolean | undefined }

/**
 * A stream that text goes out to. Nothing waits at `write`; `flush` tells when the stream has taken it all. Who owns the
 * stream listens to its `error` event.
 */
export class Outlet {
  readonly isTerminal: boolean
  private readonly stream: OutputStream
  private lastWrite: Promise<Flushed> = Promise.resolve('taken')
  private isRefused = false

  constructor(stream: OutputStream) {
    this.stream = stream
    this.isTerminal = stream.isTTY === true
  }

  write(text: string): void {
    const { stream } = this
    this.lastWrite = new Promise((resolve) => {
      stream.write(text, (error) => {
        if (error) this.isRefused = true
        resolve(error ? 'refused' : 'taken')
      })
    })
  }

  /** Writes end in order, so the last one speaks for all; but for one that was refused, after which nothing is taken. */
  async flush(signal: AbortSignal): Promise<Flushed> {
    if (this.isRefused) return 'refused'
    const { promise: aborted, resolve } = Promise.withResolvers<Flushed>()
    const onAbort = (): void => resolve('aborted')
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([this.lastWrite, aborted])
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }
}

/** Whether the answers have been taken. The rest is waited for as well, but may be refused: the answers go on. */
export async function flushBoth(answers: Outlet, rest: Outlet, signal: AbortSignal): Promise<Flushed> {
  const [taken] = await Promise.all([answers.flush(signal), rest.flush(signal)])
  return taken
}
