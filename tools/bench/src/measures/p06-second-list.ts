import type { Measure } from '../bench.ts'
import { valueFinding } from '../finding.ts'
import { numbers, sample } from './sample.ts'

/** A listing that is remembered: the same frozen array, at a price that does not grow with it. */
export const secondList: Measure = {
  id: 'P6',
  title: 'second list',
  *run(bench) {
    for (const name of ['100', '1,000', '10,000'] as const) {
      if (bench.isQuick && name === '10,000') continue
      const corpus = bench.corpus(name)
      const reports = Array.from({ length: bench.rounds(name) }, () =>
        sample(bench, corpus, 'list-again', { args: [corpus.project] }),
      )
      if (numbers(reports, 'isSame').includes(0)) throw new Error('A second list is not the same frozen array.')
      const what = `second list, ${name}`
      yield valueFinding({
        what: `${what}, median of 1,000 calls`,
        unit: 'µs',
        ours: numbers(reports, 'us'),
        aim: { atMost: 10 },
      })
      yield valueFinding({ what: `${what}, the very second call`, unit: 'µs', ours: numbers(reports, 'secondUs') })
    }
  },
}
