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

/** Whether all outlets have taken what was written; else the first other answer, in the order given. */
export async function flushAll(outlets: readonly Outlet[], signal: AbortSignal): Promise<Flushed> {
  const answers = await Promise.all(outlets.map((outlet) => outlet.flush(signal)))
  return answers.find((answer) => answer !== 'taken') ?? 'taken'
}
