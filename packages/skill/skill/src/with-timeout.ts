/** How one bounded call came out. */
export type CallOutcome =
  | { readonly kind: 'value'; readonly value: unknown }
  /** It threw or rejected. */
  | { readonly kind: 'failed'; readonly reason: unknown }
  | { readonly kind: 'timeout'; readonly reason: Error }
  /** One of the signals in `endedBy` ended it. */
  | { readonly kind: 'ended' }

export interface TimedCall {
  readonly run: (signal: AbortSignal) => unknown
  readonly timeoutMs: number
  readonly endedBy: readonly AbortSignal[]
}

/**
 * Runs foreign code and waits for its answer no longer than it must. Never rejects, whatever that code does; what it
 * does after the outcome is ignored. The signal given to it is aborted at a time-out and when one of `endedBy` is.
 */
export function withTimeout({ run, timeoutMs, endedBy }: TimedCall): Promise<CallOutcome> {
  if (endedBy.some((signal) => signal.aborted)) return Promise.resolve({ kind: 'ended' })
  const controller = new AbortController()
  return new Promise((resolve) => {
    const settle = (outcome: CallOutcome): void => {
      clearTimeout(timer)
      for (const signal of endedBy) signal.removeEventListener('abort', end)
      resolve(outcome)
    }
    const end = (event: Event): void => {
      settle({ kind: 'ended' })
      controller.abort((event.target as AbortSignal).reason)
    }
    const timer = setTimeout(() => {
      const reason = new Error(`no answer within ${describeTime(timeoutMs)}`)
      settle({ kind: 'timeout', reason })
      controller.abort(reason)
    }, timeoutMs)
    for (const signal of endedBy) signal.addEventListener('abort', end, { once: true })
    // The inner promise contains a synchronous throw, and a `then` of the answer that throws.
    new Promise((answer) => answer(run(controller.signal))).then(
      (value) => settle({ kind: 'value', value }),
      (reason: unknown) => settle({ kind: 'failed', reason }),
    )
  })
}

function describeTime(timeoutMs: number): string {
  return timeoutMs >= 1000 && timeoutMs % 1000 === 0 ? `${timeoutMs / 1000} s` : `${timeoutMs} ms`
}
