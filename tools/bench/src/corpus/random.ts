/** A source of numbers that is the same for the same seed on every machine. */
export interface Random {
  /** From 0 up to, but without, 1. */
  fraction(): number
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number
  /** True in `share` of all cases, 0 to 1. */
  chance(share: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  /** Log-normal: half of all values lie below `median`, 99 of 100 below `percentile99`. */
  logNormal(median: number, percentile99: number): number
}

/** The 99th percentile of the standard normal distribution. */
const NORMAL_99 = 2.3263

/** Mulberry32: 32 bits of state, enough to make text that looks different from file to file. */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (low: number, high: number): number => low + Math.floor(fraction() * (high - low + 1))
  return {
    fraction,
    integer,
    chance: (share) => fraction() < share,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
    logNormal: (median, percentile99) => {
      const normal = Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction())
      return median * Math.exp((normal * Math.log(percentile99 / median)) / NORMAL_99)
    },
  }
}
