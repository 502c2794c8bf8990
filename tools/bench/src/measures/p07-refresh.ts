import type { Bench, Measure } from '../bench.ts'
import type { Corpus, CorpusName } from '../corpus/corpora.ts'
import { type Finding, ratioFinding, valueFinding } from '../finding.ts'
import { numbers, sample } from './sample.ts'

/** A file younger than this proves nothing by its time stamp. */
const YOUNG_MS = 2000

/** A refresh against the full scan of the same process, with nothing changed and with one header changed. */
export const refresh: Measure = {
  id: 'P7',
  title: 'refresh',
  *run(bench) {
    for (const name of ['100', '1,000', '10,000'] as const) {
      if (bench.isQuick && name === '10,000') continue
      yield* refreshFindings(bench, name, 'old', 0.1)
      yield* refreshFindings(bench, name, 'young', 0.15)
    }
  },
}

function* refreshFindings(
  bench: Bench,
  name: CorpusName,
  age: 'old' | 'young',
  atMost: number,
): Generator<Finding, void, undefined> {
  const corpus = bench.corpus(name)
  const reports = Array.from({ length: bench.rounds(name) }, () => {
    if (age === 'old') waitUntilOld(corpus)
    return sample(bench, corpus, 'refresh', { args: [corpus.project, corpus.files[0] ?? '', age] })
  })
  const by = age === 'old' ? 'by stat' : 'young files'
  for (const change of ['unchanged', 'changed'] as const) {
    const what = `refresh, ${name}, ${change === 'unchanged' ? 'nothing' : 'one'} changed, ${by}`
    yield ratioFinding({
      what,
      unit: 'ms',
      ours: numbers(reports, `${change}Ms`),
      yardstick: numbers(reports, 'fullMs'),
      yardstickName: 'full scan',
      aim: { atMost },
    })
    const expected = change === 'unchanged' ? 0 : 1
    const parses = numbers(reports, `${change}Parses`)
    yield valueFinding({ what: `${what}: parses`, unit: 'parses', ours: parses, aim: { atMost: expected } })
    if (parses.some((count) => count < expected)) throw new Error(`${what}: the change was not seen`)
  }
}

function waitUntilOld({ writtenAt }: Corpus): void {
  const waitMs = writtenAt + YOUNG_MS + 100 - Date.now()
  if (waitMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
}
