import type { Measure } from '../bench.ts'
import { ratioFinding } from '../finding.ts'
import { inTurn } from '../in-turn.ts'
import type { FilesChoice } from '../programs/mount.ts'
import { numbers, sample } from './sample.ts'

/** Discovery through `ctx.fs`: ours against Node alone, somebody else's side by side against one read at a time. */
export const fileServices: Measure = {
  id: 'P11',
  title: 'through ctx.fs',
  *run(bench) {
    for (const name of ['1,000', '10,000'] as const) {
      if (bench.isQuick && name === '10,000') continue
      const corpus = bench.corpus(name)
      const discover = (files: FilesChoice) => () =>
        sample(bench, corpus, 'discover', { args: [corpus.project, files] })
      const { own, node, foreign, turn } = inTurn(bench.rounds(name), {
        own: discover('own'),
        node: discover('node'),
        foreign: discover('foreign'),
        turn: discover('foreign-in-turn'),
      })
      yield ratioFinding({
        what: `discovery through our ctx.fs, ${name}`,
        unit: 'ms',
        ours: numbers(own, 'ms'),
        yardstick: numbers(node, 'ms'),
        yardstickName: 'no ctx.fs',
        aim: { atMost: 1.3 },
      })
      yield ratioFinding({
        what: `discovery through a foreign ctx.fs, ${name}`,
        unit: 'ms',
        ours: numbers(foreign, 'ms'),
        yardstick: numbers(turn, 'ms'),
        yardstickName: 'one at a time',
        ...(name === '1,000' && { aim: { atMost: 0.65 } }),
      })
    }
  },
}
