import { setImmediate } from 'node:timers/promises'

/** Longest that synchronous work holds the event loop at a stretch, in ms. */
export const SLICE_MS = 8

/**
 * Cuts long synchronous work into slices of `SLICE_MS`.
 *
 * Ask `isUsedUp` after each piece of work; when it is, `await renew(signal)` lets the event loop run once and starts the
 * next slice. `renew` rejects with the signal's reason.
 */
export class TimeSlice {
  private startedAt = performance.now()

  get isUsedUp(): boolean {
    return performance.now() - this.startedAt >= SLICE_MS
  }

  async renew(signal?: AbortSignal): Promise<void> {
    await setImmediate()
    signal?.throwIfAborted()
    this.startedAt = performance.now()
  }
}
