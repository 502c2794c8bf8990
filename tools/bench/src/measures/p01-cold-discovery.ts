import type { Measure } from '../bench.ts'
import type { CorpusName } from '../corpus/corpora.ts'
import { ratioFinding } from '../finding.ts'
import { inTurn } from '../in-turn.ts'
import { numbers, sample } from './sample.ts'

const AIMS: readonly (readonly [CorpusName, number])[] = [
  ['100', 1.25],
  ['298 real', 1.15],
  ['1,000', 1.15],
  ['10,000', 1.15],
]

/** The first listing of a process against the least that a right one must do; imports are loaded before in both. */
export const coldDiscovery: Measure = {
  id: 'P1',
  title: 'cold discovery',
  *run(bench) {
    for (const [name, atMost] of AIMS) {
      if (bench.isQuick && name === '10,000') continue
      const corpus = bench.corpus(name)
      const { ours, floor } = inTurn(bench.rounds(name), {
        ours: () => sample(bench, corpus, 'discover', { args: [corpus.project, 'node'] }),
        floor: () => sample(bench, corpus, 'floor', { args: [corpus.skillsFolder] }),
      })
      yield ratioFinding({
        what: `cold discovery, ${name}`,
        unit: 'ms',
        ours: numbers(ours, 'ms'),
        yardstick: numbers(floor, 'ms'),
        yardstickName: 'floor',
        aim: { atMost },
      })
    }
  },
}
