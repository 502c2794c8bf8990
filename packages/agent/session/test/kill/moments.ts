import { createHash } from 'node:crypto'

/** When a process is killed. */
export type Moment =
  /** So many ms after it was started: mostly while it opens the session. */
  | { readonly kind: 'start'; readonly ms: number }
  /** When it has told of so many events of its own, and so many µs later. */
  | { readonly kind: 'writing'; readonly events: number; readonly microseconds: number }

/** Random moment number `run` of a series: the same for the same seed. Every fourth one is at the start. */
export function momentOf(seed: number, run: number): Moment {
  const random = createHash('sha256').update(`${seed}/${run}`).digest()
  if (run % 4 === 3) return { kind: 'start', ms: 20 + (random.readUInt32LE(0) % 200) }
  return { kind: 'writing', events: random.readUInt32LE(0) % 60, microseconds: random.readUInt32LE(4) % 2_000 }
}
