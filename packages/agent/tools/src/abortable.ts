/**
 * Waits for `promise` until `signal` aborts, then rejects at once with its reason.
 *
 * What the promise does after that goes unheard, a rejection included: who aborts has stopped caring.
 */
export function abortable<Value>(promise: PromiseLike<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    const stop = () => signal.removeEventListener('abort', onAbort)
    promise.then(resolve, reject).then(stop, stop)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
