import { setTimeout } from 'node:timers/promises'

/** Waits `delayMs`; rejects with the signal's reason, and leaves no timer behind. */
export async function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await setTimeout(delayMs, undefined, { signal })
  } catch (error) {
    signal?.throwIfAborted() // The caller's reason instead of the timer's.
    throw error
  }
}
