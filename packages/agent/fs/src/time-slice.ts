import { performance } from 'node:perf_hooks'
import { setImmediate as laterTurn } from 'node:timers/promises'

/** Longest that synchronous work holds the event loop at a stretch, in ms. */
export const SLICE_MS = 8

/** When the first piece of work of this turn of the event loop began; one loop, so one for all who work in slices. */
let beganAt: number | undefined

/**
 * Whether synchronous work has used up its slice of this turn of the event loop. Ask before each piece of such work;
 * when it has, `await nextTurn(signal)`.
 */
export function isSliceUsedUp(): boolean {
  const now = performance.now()
  if (beganAt === undefined) {
    beganAt = now
    setImmediate(forgetTurn)
  }
  return now - beganAt >= SLICE_MS
}

/** Lets the event loop run once. Rejects with the signal's reason. */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  await laterTurn()
  signal?.throwIfAborted()
}

function forgetTurn(): void {
  beganAt = undefined
}
