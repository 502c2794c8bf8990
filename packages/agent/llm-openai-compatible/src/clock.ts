import { setTimeout } from 'node:timers/promises'

/** Time, as the adapter needs it. */
export interface Clock {
  now(): number
  /** Rejects when `signal` is aborted. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  pause: (ms, signal) => setTimeout(ms, undefined, { signal }),
}
