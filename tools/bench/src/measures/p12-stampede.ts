import type { Measure } from '../bench.ts'
import { valueFinding } from '../finding.ts'
import { numbers, sample } from './sample.ts'

/** A thousand lookups of one folder at once: one scan serves them all. */
export const stampede: Measure = {
  id: 'P12',
  title: '1,000 lookups at once',
  *run(bench) {
    const corpus = bench.corpus('1,000')
    const reports = Array.from({ length: bench.rounds('1,000') }, () =>
      sample(bench, corpus, 'stampede', { args: [corpus.project] }),
    )
    const what = '1,000 cold lookups at once, 1,000 skills'
    yield valueFinding({ what: `${what}: scans`, unit: 'scans', ours: numbers(reports, 'scans'), aim: { atMost: 1 } })
    yield valueFinding({ what, unit: 'ms', ours: numbers(reports, 'ms') })
  },
}
