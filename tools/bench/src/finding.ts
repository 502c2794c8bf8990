import { ratios, type Spread, spread } from './statistics.ts'

export type Unit = 'ms' | 'µs' | 'B' | 'MB' | 'calls' | 'scans' | 'parses' | 'libraries'

export type Aim = { readonly atMost: number } | { readonly atLeast: number }

/** One row of the result: what was measured, against what, and whether the aim was reached. */
export interface Finding {
  readonly what: string
  readonly unit: Unit
  readonly ours: Spread
  readonly yardstick?: Spread & { readonly name: string }
  /** Ours by the yardstick, round by round. */
  readonly ratio?: Spread
  /** Set on the median of the ratio where there is one, else on the median of ours. Absent: for information. */
  readonly aim?: Aim
  readonly isMissed: boolean
}

/** A measure that could not be taken here, and why. */
export interface Skipped {
  readonly what: string
  readonly skipped: string
}

/** Numbers of ours alone, with an aim on their median. */
export function valueFinding(options: {
  readonly what: string
  readonly unit: Unit
  readonly ours: readonly number[]
  readonly aim?: Aim
}): Finding {
  const { what, unit, aim } = options
  const ours = spread(options.ours)
  return { what, unit, ours, ...(aim && { aim }), isMissed: isMissed(ours.median, aim) }
}

/** Numbers of ours beside those of a yardstick taken in turn, with an aim on the median of their ratios. */
export function ratioFinding(options: {
  readonly what: string
  readonly unit: Unit
  readonly ours: readonly number[]
  readonly yardstick: readonly number[]
  readonly yardstickName: string
  readonly aim?: Aim
}): Finding {
  const { what, unit, aim } = options
  const ratio = spread(ratios(options.ours, options.yardstick))
  return {
    what,
    unit,
    ours: spread(options.ours),
    yardstick: { name: options.yardstickName, ...spread(options.yardstick) },
    ratio,
    ...(aim && { aim }),
    isMissed: isMissed(ratio.median, aim),
  }
}

function isMissed(value: number, aim: Aim | undefined): boolean {
  if (aim === undefined) return false
  return 'atMost' in aim ? !(value <= aim.atMost) : !(value >= aim.atLeast)
}
