import type { Measure } from '../bench.ts'
import { ratioFinding, valueFinding } from '../finding.ts'
import { inTurn } from '../in-turn.ts'
import { numbers, sample } from './sample.ts'
import { runProgram } from '../program.ts'

/** One whole skill against an awaited `readFile` of the same file. */
export const body: Measure = {
  id: 'P8',
  title: 'one body',
  *run(bench) {
    const corpus = bench.corpus('1,000')
    const count = String(corpus.count)
    const plainRead = (kind: string) => () =>
      runProgram('plain-reads', { home: bench.home, args: [corpus.skillsFolder, count, kind] })
    const { ours, read, readSync } = inTurn(bench.rounds('1,000'), {
      ours: () => sample(bench, corpus, 'bodies', { args: [corpus.project, count] }),
      read: plainRead('async'),
      readSync: plainRead('sync'),
    })
    const what = 'one body, mean of 1,000'
    const common = { unit: 'µs', ours: numbers(ours, 'us') } as const
    yield ratioFinding({
      what,
      ...common,
      yardstick: numbers(read, 'us'),
      yardstickName: 'await readFile',
      aim: { atMost: 1.5 },
    })
    yield ratioFinding({ what, ...common, yardstick: numbers(readSync, 'us'), yardstickName: 'readFileSync' })
    yield valueFinding({
      what: `${what}: parses in all`,
      unit: 'parses',
      ours: numbers(ours, 'parses'),
      aim: { atMost: 0 },
    })
  },
}
