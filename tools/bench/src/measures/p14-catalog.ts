import type { Measure } from '../bench.ts'
import { valueFinding } from '../finding.ts'
import { numbers, sample } from './sample.ts'

/** The text of the catalog, made once in a process. */
export const catalog: Measure = {
  id: 'P14',
  title: 'catalog text',
  *run(bench) {
    for (const name of ['100', '1,000', '10,000'] as const) {
      if (bench.isQuick && name === '10,000') continue
      const corpus = bench.corpus(name)
      const reports = Array.from({ length: bench.rounds(name) }, () =>
        sample(bench, corpus, 'catalog', { args: [corpus.project] }),
      )
      yield valueFinding({
        what: `catalog text per skill, ${name}`,
        unit: 'µs',
        ours: numbers(reports, 'us'),
        // Among 100 skills what is loaded and compiled once still outweighs the skills.
        ...(name !== '100' && { aim: { atMost: 5 } }),
      })
    }
  },
}
