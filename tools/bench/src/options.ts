import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Ids of the measures to take; all when absent. */
  readonly only?: readonly string[]
  readonly isQuick: boolean
  /** Where the results go as JSON, if anywhere. */
  readonly jsonFile?: string
  readonly seed: number
}

export const USAGE = `npm run bench -- [options]
  --only P1,P6   take these measures alone
  --quick        three rounds, and no 10,000 skills where fewer say the same
  --json FILE    write all numbers to FILE
  --seed N       another corpus (default 1)
`

const DEFAULT_SEED = '1'

/** Reads the command line; throws a TypeError that says what is wrong. `known` are the ids that there are. */
export function readOptions(args: readonly string[], known: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      seed: { type: 'string', default: DEFAULT_SEED },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const seed = Number(values.seed)
  if (!Number.isSafeInteger(seed)) throw new TypeError(`--seed takes a whole number, not ${values.seed}`)
  const only = values.only?.split(',').map((id) => id.trim().toUpperCase())
  const unknown = only?.filter((id) => !known.includes(id)) ?? []
  if (unknown.length > 0) throw new TypeError(`no measure ${unknown.join(', ')}; there are ${known.join(', ')}`)
  return { isQuick: values.quick, seed, ...(only && { only }), ...(values.json && { jsonFile: values.json }) }
}
