import type { Measure } from '../bench.ts'
import { valueFinding } from '../finding.ts'
import { inTurn } from '../in-turn.ts'
import { numbers, sample } from './sample.ts'

/** The longest time for which a first listing of 10,000 skills keeps everything else waiting. */
export const loopHold: Measure = {
  id: 'P5',
  title: 'longest hold of the event loop',
  *run(bench) {
    const corpus = bench.corpus('10,000')
    const { node, own } = inTurn(bench.rounds('10,000'), {
      node: () => sample(bench, corpus, 'loop-hold', { args: [corpus.project, 'node'] }),
      own: () => sample(bench, corpus, 'loop-hold', { args: [corpus.project, 'own'] }),
    })
    const aim = { atMost: 25 }
    const what = 'longest hold of the event loop, 10,000'
    yield valueFinding({ what: `${what}, no ctx.fs`, unit: 'ms', ours: numbers(node, 'longestMs'), aim })
    yield valueFinding({ what: `${what}, our ctx.fs`, unit: 'ms', ours: numbers(own, 'longestMs'), aim })
  },
}
