/** Repeated numbers in short. */
export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
  readonly samples: readonly number[]
}

export function spread(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined) throw new RangeError('A spread needs at least one sample.')
  return { median: median(sorted), low, high, samples }
}

/** The ratio of each sample to the one taken in the same round: a slow moment of the machine weighs on both. */
export function ratios(samples: readonly number[], yardstick: readonly number[]): number[] {
  if (samples.length !== yardstick.length) throw new RangeError('Each sample needs its yardstick.')
  return samples.map((sample, round) => sample / (yardstick[round] ?? Number.NaN))
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
