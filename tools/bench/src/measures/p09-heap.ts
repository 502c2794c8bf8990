import type { Measure } from '../bench.ts'
import { valueFinding } from '../finding.ts'
import { numbers, sample } from './sample.ts'

/** What is held after garbage collection for each skill of a remembered listing. */
export const heap: Measure = {
  id: 'P9',
  title: 'heap per skill',
  *run(bench) {
    for (const name of ['1,000', '10,000'] as const) {
      if (bench.isQuick && name === '10,000') continue
      const corpus = bench.corpus(name)
      const args = [corpus.project, bench.corpus(name === '1,000' ? '10,000' : '1,000').project]
      const reports = Array.from({ length: bench.rounds(name) }, () =>
        sample(bench, corpus, 'heap', { args, flags: ['--expose-gc'] }),
      )
      const ours = numbers(reports, 'bytes')
      yield valueFinding({ what: `heap per skill, ${name}`, unit: 'B', ours, aim: { atMost: 1700 } })
    }
  },
}
