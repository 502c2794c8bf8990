import { setTimeout as delay } from 'node:timers/promises'

/** Waits for `work`, but no longer than `timeMs`; then it goes on by itself. Rejects on abort and when `work` does in time. */
export async function bounded(work: Promise<unknown>, timeMs: number, signal: AbortSignal): Promise<void> {
  const timer = new AbortController()
  const pause = delay(timeMs, undefined, { signal: AbortSignal.any([timer.signal, signal]) })
  try {
    await Promise.race([work, pause])
  } finally {
    timer.abort()
    pause.catch(() => {}) // Stopped: nobody waits for it any more.
    work.catch(() => {}) // Its own failure in time has been heard; a later one concerns nobody.
  }
}
